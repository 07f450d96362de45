// Reports of all sessions of a project, below one index.

import { hash } from 'node:crypto';
import { basename, join } from 'node:path';
import type { Services } from '../../cli/command.js';
import { fillOutputFolder } from '../../evidence/output-folder.js';
import {
  type BrokenRow,
  overviewPage,
  rowOfSession,
  type SessionRow,
} from '../../evidence/report/overview-page.js';
import { indexName } from '../../evidence/report/page.js';
import { reportFiles } from '../../evidence/report/report-files.js';
import { storyForReport } from '../../evidence/report/signed-story.js';
import { Failure } from '../../protocol/failure.js';
import { sessionFiles } from '../../session/session-files.js';
import { sessionFolders } from '../../session/sessions-folder.js';
import type { OverviewAnswer } from './answers.js';

/** One session after the other: of each only its row is kept. */
export function writeOverview(
  out: string,
  sessionsDir: string | undefined,
  isPublic: boolean,
  services: Services,
): OverviewAnswer {
  const paths = sessionFolders(services, sessionsDir).flatMap((folder) =>
    sessionFiles(folder).ids.map((id) => join(folder, `${id}.jsonl`)),
  );
  return fillOutputFolder(out, isPublic, (output) => {
    const rows: SessionRow[] = [];
    const broken: (BrokenRow & { readonly code: string })[] = [];
    const taken = new Set<string>();
    for (const path of paths) {
      const id = basename(path, '.jsonl');
      try {
        const story = storyForReport(path);
        const folder = freeName(id, taken);
        const files = reportFiles(story);
        for (const [name, page] of files) output.write(`${folder}/${name}`, page);
        rows.push(rowOfSession(story, folder, hash('sha256', files.get(indexName) ?? '')));
      } catch (error) {
        if (!(error instanceof Failure) || !isAboutLog(error)) throw error;
        broken.push({ id, code: error.code, why: error.code });
      }
    }
    rows.sort((a, b) => b.opened - a.opened || (a.folder < b.folder ? -1 : 1));
    output.write(indexName, overviewPage(rows, broken));
    return {
      out,
      sessions: rows.length,
      unreadable: broken.map(({ id, code }) => ({ session_id: id, code })),
      files: output.names.length,
    };
  });
}

/** A log that cannot be told is a row; a disk that is full is the end. */
function isAboutLog({ code }: Failure): boolean {
  return (
    code.startsWith('session_') ||
    code === 'out_name_unusable' ||
    code === 'file_unreadable' ||
    code === 'file_not_found'
  );
}

/** Two folders of sessions may hold the same id. */
function freeName(id: string, taken: Set<string>): string {
  let name = id;
  for (let number = 2; taken.has(name); number++) name = `${id}-${number}`;
  taken.add(name);
  return name;
}
