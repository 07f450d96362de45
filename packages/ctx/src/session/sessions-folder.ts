// Where sessions live, and which file a user means by SESSION.

import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { syncFolder } from '../disk/atomic.js';
import { makeFolders } from '../disk/folders.js';
import { pathInside } from '../disk/inside.js';
import { isThere } from '../disk/is-there.js';
import { nonce } from '../disk/nonce.js';
import { writeFailure } from '../disk/system-errors.js';
import { projectRoot, type Whereabouts } from '../project/root.js';
import { fail } from '../protocol/codes.js';
import { Failure, isSystemError } from '../protocol/failure.js';
import { allForeignFolders, foreignSessionsFolder } from './foreign-sessions.js';
import { type SessionId, sessionId } from './id.js';
import { newestSession, sessionsLike } from './session-files.js';

/**
 * The folder of the sessions, whether it is there yet or not. `given` is what `--sessions-dir` says. A repository can bring
 * a link in its place, to the sessions of another project: only a person may name a folder elsewhere.
 */
export function sessionsFolder(surroundings: Whereabouts, given?: string): string {
  const named = given || surroundings.env['CTX_SESSIONS_DIR'];
  return named
    ? resolve(surroundings.cwd, named)
    : pathInside(projectRoot(surroundings), '.context', 'sessions');
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
  return isPath(session) ? resolve(cwd, session) : sessionPath(folder, sessionId(session));
}

function isPath(session: string): boolean {
  return session.includes('/') || session.includes(sep) || session.endsWith('.jsonl');
}

/** What stands in the place of an id for the session that was written to last. No id looks like it. */
export const lastSession = '--last';

/** The folders that a session may be in: the project's own, and that of its other agents, unless one is named. */
export function sessionFolders(surroundings: Whereabouts, given?: string): readonly string[] {
  const own = sessionsFolder(surroundings, given);
  if (given || surroundings.env['CTX_SESSIONS_DIR']) return [own];
  const foreign = foreignSessionsFolder(projectRoot(surroundings), surroundings.env);
  return foreign === undefined ? [own] : [own, foreign];
}

/**
 * The same for a session that must be there: the beginning or the end of its id is enough, where no other one has it. The
 * first of the folders is where new sessions go.
 */
export function locateSession(session: string, folders: string | readonly string[], cwd: string): string {
  const places = typeof folders === 'string' ? [folders] : folders;
  const [own = '', ...others] = places;
  if (session === lastSession) return newestIn(places);
  if (isPath(session)) {
    const path = resolve(cwd, session);
    if (mayBeThere(path)) return path;
    throw fail('session_unknown', { operation: 'find', target: session, folder: own });
  }
  const id = sessionId(session);
  for (const folder of places) {
    const whole = sessionPath(folder, id);
    if (mayBeThere(whole)) return whole;
  }
  const like = places.flatMap((folder) => sessionsLike(session, folder).map((found) => ({ folder, found })));
  const [only, ...more] = like;
  if (only === undefined)
    throw fail('session_unknown', { operation: 'find', target: session, folder: own, others });
  if (more.length === 0) return sessionPath(only.folder, only.found);
  const matches = like.map(({ found }) => found);
  throw fail('session_ambiguous', { operation: 'find', target: session, matches });
}

/** The same, and where this project has no such session, that of another project: sessions of other agents lie with the user. */
export function findSession(session: string, surroundings: Whereabouts, given?: string): string {
  const folders = sessionFolders(surroundings, given);
  const isElsewhere =
    !given && !surroundings.env['CTX_SESSIONS_DIR'] && session !== lastSession && !isPath(session);
  try {
    return locateSession(session, folders, surroundings.cwd);
  } catch (error) {
    if (!isElsewhere || !(error instanceof Failure) || error.code !== 'session_unknown') throw error;
    const others = allForeignFolders(surroundings.env).filter((folder) => !folders.includes(folder));
    // The failure names the folder of this project, and a near name is looked for in all of them.
    return locateSession(session, [...folders, ...others], surroundings.cwd);
  }
}

function newestIn(folders: readonly string[]): string {
  let newest: { readonly path: string; readonly changed: number } | undefined;
  for (const folder of folders) {
    const found = newestSession(folder);
    if (found !== undefined && (newest === undefined || found.changed > newest.changed))
      newest = { path: sessionPath(folder, found.id), changed: found.changed };
  }
  if (newest !== undefined) return newest.path;
  throw fail('session_none', { operation: 'find', target: lastSession, folder: folders[0] ?? '' });
}

function mayBeThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // Whatever else is wrong with the path is said by who opens it.
    return !isSystemError(error, 'ENOTDIR', 'ENAMETOOLONG');
  }
}
