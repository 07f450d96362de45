// What a host is told with a prompt: the same box for the model and for the user, or nothing where nothing is open.

import { join } from 'node:path';
import { neutral } from '../../../../ctx/src/kit/command.js';
import { Failure, type Words } from '../../../../ctx/src/kit/failures.js';
import { isThere, projectRoot } from '../../../../ctx/src/kit/files.js';
import { encodeWire, projectFolders } from '../../../../ctx/src/kit/hosts.js';
import { readOpenReports } from '../../audit/open-reports.js';
import { overdueIn } from './overdue.js';
import { boxOf, looksLikeBox } from './relay-box.js';

/** Hosts put longer texts into a file that nobody opens. */
const longestText = 9_800;

export interface RelayInput {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: number;
  readonly prompt: string;
}

/** Never fails: what goes wrong is what it says. */
export async function relayAnswer({ cwd, env, now, prompt }: RelayInput): Promise<string> {
  const imitated = looksLikeBox(prompt);
  try {
    const [start = cwd] = projectFolders('claude-code', { cwd }, env);
    // Hosts start in the project's root, and looking for it costs a prompt 5 ms.
    const root = isThere(join(start, '.context')) ? start : projectRoot({ cwd: start, env });
    const { failures, reports } = readOpenReports(root, now);
    if (failures.length + reports.length === 0 && !imitated) return '';
    const notices = await Promise.all(failures.map(wordsFor));
    const { lines, alarm } = overdueIn(reports);
    const room = longestText - alarm.length - 1;
    return event(boxOf({ reports, notices, imitated, overdue: lines }, room), alarm);
  } catch (error) {
    return event(boxOf({ reports: [], notices: [await wordsFor(error)], imitated }, longestText));
  }
}

function event(box: string, alarm = ''): string {
  const message = alarm === '' ? box : `${alarm}\n${box}`;
  return encodeWire('UserPromptSubmit', { message: neutral(message), context: box });
}

/** The words are loaded only where something went wrong. */
async function wordsFor(error: unknown): Promise<Words> {
  if (!(error instanceof Failure)) return { message: `The audit relay failed: ${String(error)}` };
  return (await import('../../words.js')).inWords(error);
}
