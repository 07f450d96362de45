// The sessions that were written to since the last commit, named in the message of the next.

import { basename, resolve } from 'node:path';
import { runGitSync } from '../../git/run-git.js';
import { type SessionTrailer, trailerText } from '../../git/session-trailers.js';
import { projectRoot, type Whereabouts } from '../../project/root.js';
import { fail } from '../../protocol/codes.js';
import { lastRecordOf } from '../../session/last-record.js';
import { sessionFiles } from '../../session/session-files.js';
import { locateSession, sessionFolders, sessionPath } from '../../session/sessions-folder.js';

/** A commit that names more of them names none that anybody reads. */
const mostTrailers = 20;

interface Wanted {
  /** The file of the message; without one, nothing is written. */
  readonly message?: string | undefined;
  /** One session, in the place of those that were written to. */
  readonly session?: string | undefined;
  readonly sessionsDir?: string | undefined;
}

export function addTrailers(
  { message, session, sessionsDir }: Wanted,
  services: Whereabouts,
): SessionTrailer[] {
  const folders = sessionFolders(services, sessionsDir);
  const root = projectRoot(services);
  const files =
    session === undefined
      ? writtenSince(folders, lastCommitAt(root, services))
      : [locateSession(session, folders, services.cwd)];
  const trailers = files.flatMap((file) => {
    const last = lastRecordOf(file);
    return last === undefined ? [] : [{ session_id: basename(file, '.jsonl'), head: last.hash }];
  });
  if (message !== undefined && trailers.length > 0)
    write(resolve(services.cwd, message), trailers, root, services);
  return trailers;
}

/** Newest last. */
function writtenSince(folders: readonly string[], since: number): string[] {
  const found = folders.flatMap((folder) => {
    const { ids, changed } = sessionFiles(folder);
    return ids.map((id, i) => ({ file: sessionPath(folder, id), at: changed[i] ?? 0 }));
  });
  return found
    .filter(({ at }) => at >= since)
    .sort((a, b) => a.at - b.at)
    .slice(-mostTrailers)
    .map(({ file }) => file);
}

/** 0 where there is no commit yet. */
function lastCommitAt(root: string, { env }: Whereabouts): number {
  const { status, stdout } = runGitSync(root, ['log', '-n', '1', '--format=%ct'], { env });
  return status === 0 ? Number(stdout.toString().trim()) * 1000 : 0;
}

/** Git itself knows where trailers belong, before comments and a diff. */
function write(file: string, trailers: readonly SessionTrailer[], root: string, { env }: Whereabouts): void {
  const words = trailers.flatMap((trailer) => ['--trailer', trailerText(trailer)]);
  const { status, complaint } = runGitSync(
    root,
    ['interpret-trailers', '--in-place', '--no-divider', '--if-exists', 'addIfDifferent', ...words, file],
    { env },
  );
  if (status !== 0) throw fail('file_unwritable', { operation: 'write', target: file, reason: complaint });
}
