// Whether a folder is a project that this user has worked in with ctx: only there a link may lead.

import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../disk/user-folder.js';
import { isSystemError } from '../protocol/failure.js';
import { ownSessions } from '../session/own-sessions.js';
import { readSession } from '../session/reader.js';
import { sessionFiles } from '../session/session-files.js';

const mostLookedAt = 50;

/** It has a session that this machine wrote, for this user; what a clone or an archive brought along does not count. */
export function isUsersProject(folder: string, env: Environment): boolean {
  try {
    if (realpathSync(folder) !== folder || !isOwnFolder(folder) || !isOwnFolder(join(folder, '.context')))
      return false;
    const sessions = join(folder, '.context', 'sessions');
    if (!isOwnFolder(sessions)) return false;
    return sessionFiles(sessions)
      .ids.slice(0, mostLookedAt)
      .some((id) => isOwnSession(join(sessions, `${id}.jsonl`), env));
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP')) return false;
    throw error;
  }
}

function isOwnFolder(path: string): boolean {
  const entry = lstatSync(path);
  const us = process.getuid?.();
  return entry.isDirectory() && (us === undefined || entry.uid === us);
}

function isOwnSession(path: string, env: Environment): boolean {
  const origin = ownSessions(env).examine();
  readSession(path, (record) => origin.take(record));
  return origin.ownership === 'own';
}
