// Sessions of other agents, captured or imported: they lie with the user, outside of the workspace that those agents write to.

import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { digestOf } from '../disk/digest.js';
import type { Environment } from '../disk/user-folder.js';
import { userPlace, userProjects } from '../project/user-place.js';
import { isSystemError } from '../protocol/system-error.js';
import { isSessionId, type SessionId } from './id.js';

const folderName = '.sessions';

/** Nothing where the user has no such folder, or where it would lie in the project itself. */
export function foreignSessionsFolder(root: string, env: Environment): string | undefined {
  return userPlace('state', root, folderName, env);
}

/** By its name alone, which nothing else of ctx has. */
export function isForeignFolder(folder: string): boolean {
  return basename(folder) === folderName;
}

/** Those of every project that has one. */
export function allForeignFolders(env: Environment): string[] {
  const projects = userProjects('state', env);
  return projects === undefined ? [] : foldersBelow(projects);
}

function foldersBelow(folder: string): string[] {
  return foldersIn(folder).flatMap((name) => {
    const path = join(folder, name);
    return name === folderName ? [path] : foldersBelow(path);
  });
}

function foldersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return [];
    throw error;
  }
}

/** The same for the same session of the same host, so that what captures it and what imports it meet in one file. */
export function foreignSessionId(host: string, theirs: string): SessionId {
  const id = `${host}-${theirs}`;
  if (isSessionId(id)) return id;
  const told = id.replace(/[^\w-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  const fitting = `${told.slice(0, 80)}-${digestOf(id).slice(-16)}`;
  if (isSessionId(fitting)) return fitting;
  throw new TypeError(`no id can be made of ${host}`);
}

/** Where whoever captures a session keeps what it would otherwise have to fold the whole log for. */
export function stateOfCapture(path: string): string {
  return `${path}.state`;
}

/** Where events wait that came while somebody held the log for too long. */
export function lateEventsOf(path: string): string {
  return `${path}.late`;
}

/** Where sessions are noted that ended, until the next one starts. */
export function endedSessionsIn(folder: string): string {
  return `${folder}/.ended`;
}

export function endedNoteOf(path: string): string {
  return join(endedSessionsIn(dirname(path)), basename(path, '.jsonl'));
}
