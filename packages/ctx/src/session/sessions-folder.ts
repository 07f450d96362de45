// Where sessions live, and which file a user means by SESSION.

import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { syncFolder } from '../disk/atomic.js';
import { makeFolders } from '../disk/folders.js';
import { pathInside } from '../disk/inside.js';
import { isThere } from '../disk/is-there.js';
import { nonce } from '../disk/nonce.js';
import { writeFailure } from '../disk/system-errors.js';
import { projectRoot, type Surroundings } from '../project/root.js';
import { fail } from '../protocol/codes.js';
import { isSystemError } from '../protocol/failure.js';
import { type SessionId, sessionId } from './id.js';

/** The folder of the sessions, whether it is there yet or not. `given` is what `--sessions-dir` says. */
export function sessionsFolder(surroundings: Surroundings, given?: string): string {
  const named = given || surroundings.env['CTX_SESSIONS_DIR'];
  return named ? resolve(surroundings.cwd, named) : join(projectRoot(surroundings), '.context', 'sessions');
}

/** A folder that we make is private and stays out of git; one that is there is left as it is. */
export function makeSessionsFolder(folder: string): void {
  if (isThere(folder)) return;
  const beside = `${folder}.${nonce()}.tmp`;
  try {
    makeFolders(dirname(folder));
    mkdirSync(beside, { mode: 0o700 });
    try {
      writeFileSync(join(beside, '.gitignore'), '*\n');
      renameSync(beside, folder);
    } finally {
      rmSync(beside, { recursive: true, force: true });
    }
    syncFolder(dirname(folder));
  } catch (error) {
    // Another process may have been faster.
    if (!isSystemError(error, 'ENOTEMPTY', 'EEXIST') || !isThere(folder)) throw writeFailure(error, folder);
  }
}

export function sessionPath(folder: string, id: SessionId): string {
  return pathInside(folder, `${id}.jsonl`);
}

/** The file that SESSION means: a path if it has a slash or ends in .jsonl, an id otherwise. It need not be there. */
export function sessionFile(session: string, folder: string, cwd: string): string {
  const isPath = session.includes('/') || session.includes(sep) || session.endsWith('.jsonl');
  return isPath ? resolve(cwd, session) : sessionPath(folder, sessionId(session));
}

/** The same for a session that must be there. */
export function locateSession(session: string, folder: string, cwd: string): string {
  const path = sessionFile(session, folder, cwd);
  if (mayBeThere(path)) return path;
  throw fail('session_unknown', { operation: 'find', target: session, folder });
}

function mayBeThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // Whatever else is wrong with the path is said by who opens it.
    return !isSystemError(error, 'ENOTDIR', 'ENAMETOOLONG');
  }
}
