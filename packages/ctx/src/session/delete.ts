// Deleting a session: once or twice is the same, never one that somebody writes to, never a file that is no session.

import { lstatSync, rmSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from '../disk/atomic.js';
import { isInside } from '../disk/inside.js';
import { writeFailure } from '../disk/system-errors.js';
import { fail } from '../protocol/codes.js';
import { isSystemError } from '../protocol/failure.js';
import { isRandomId } from '../time/ids.js';
import { endedNoteOf, lateEventsOf, stateOfCapture } from './foreign-sessions.js';
import { forgetSums } from './kept-sums.js';
import { looksLikeSession } from './looks-like-session.js';
import { lockSession } from './open.js';
import { sessionsLike } from './session-files.js';
import { sessionFile, sessionPath } from './sessions-folder.js';
import { statementsBeside } from './statements-beside.js';

/** `deleted` is false for a session that is not there. */
export function deleteSession(
  session: string,
  folder: string,
  cwd: string,
): { path: string; deleted: boolean } {
  const path = fileToDelete(session, folder, cwd);
  if (!isInside(folder, path) || !path.endsWith('.jsonl')) {
    throw fail('path_outside', { operation: 'delete', target: session, root: folder });
  }
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return { path, deleted: false };
  // Somebody's own file is no damaged session.
  if (!looksLikeSession(path)) throw fail('session_not_one', { operation: 'delete', target: path });
  const lock = lockSession(path, path);
  try {
    unlinkSync(path);
    // What a capture and a listing kept beside it.
    rmSync(stateOfCapture(path), { force: true });
    rmSync(lateEventsOf(path), { force: true });
    rmSync(endedNoteOf(path), { force: true });
    forgetSums(path);
    // A statement about what is gone says nothing of the next session with this id.
    for (const file of statementsBeside(path)) rmSync(file, { force: true });
    syncFolder(dirname(path));
    return { path, deleted: true };
  } catch (error) {
    // Another process deleted it while we took the lock.
    if (isSystemError(error, 'ENOENT')) return { path, deleted: false };
    throw writeFailure(error, path);
  } finally {
    lock.release();
  }
}

/**
 * Ids that people chose count only whole: who deletes `run-1` twice must not lose `run-10`. Of those that ctx made, the
 * beginning or the end is enough.
 */
function fileToDelete(session: string, folder: string, cwd: string): string {
  const path = sessionFile(session, folder, cwd);
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return path;
  const [found, ...others] = sessionsLike(session, folder).filter(isRandomId);
  if (others.length > 0 && found !== undefined)
    throw fail('session_ambiguous', { operation: 'delete', target: session, matches: [found, ...others] });
  return found === undefined ? path : sessionPath(folder, found);
}
