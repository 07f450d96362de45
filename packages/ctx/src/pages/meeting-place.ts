// Where running sessions and the servers of pages meet: sockets in a folder of the user's own state, which nobody else can open. A tool that writes
// files makes no socket, and a sandbox does not show this folder; where it would lie in the project itself, nobody meets there.

import { closeSync, constants, lstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '../disk/folders.js';
import { namesIn } from '../disk/names-in.js';
import { type Environment, userFolder } from '../disk/user-folder.js';
import { isWithin } from '../disk/within.js';
import { isSystemError } from '../protocol/failure.js';

export function meetingPlace(env: Environment): string | undefined {
  const state = userFolder('state', env);
  return state === undefined ? undefined : join(state, 'pages');
}

/** Makes it where it is missing; nothing for a user without a home. */
export function makeMeetingPlace(env: Environment): string | undefined {
  const folder = meetingPlace(env);
  if (folder === undefined) return undefined;
  makeFolders(folder, 0o700);
  return isPrivate(folder) ? folder : undefined;
}

/** The sockets of servers that may be there. `workspaces`: what an agent can write to. */
export function socketsThere(env: Environment, workspaces: readonly string[]): string[] {
  const folder = meetingPlace(env);
  if (folder === undefined || workspaces.some((workspace) => isWithin(workspace, folder))) return [];
  if (!isPrivate(folder)) return [];
  return namesIn(folder)
    .map((name) => join(folder, name))
    .filter(isOwnSocket);
}

/** A folder of ours that nobody else can write to or look into, and no link to one. */
function isPrivate(folder: string): boolean {
  const entry = entryAt(folder);
  if (entry === undefined || !entry.isDirectory()) return false;
  return entry.uid === process.getuid?.() && (entry.mode & 0o077) === 0;
}

export function isOwnSocket(path: string): boolean {
  const entry = entryAt(path);
  return entry?.isSocket() === true && entry.uid === process.getuid?.();
}

function entryAt(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (isSystemError(error, 'ENOTDIR', 'EACCES', 'ELOOP', 'ENAMETOOLONG')) return undefined;
    throw error;
  }
}

/** The kernel takes about a hundred bytes for the name of a socket. */
const longestName = 100;

/** Gives `use` a name of the socket that is short enough, which holds as long as that works. */
export async function withShortName<T>(path: string, use: (name: string) => Promise<T>): Promise<T> {
  if (Buffer.byteLength(path) <= longestName || process.platform !== 'linux') return use(path);
  const slash = path.lastIndexOf('/');
  const folder = openSync(path.slice(0, slash), constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    return await use(`/proc/self/fd/${folder}/${path.slice(slash + 1)}`);
  } finally {
    closeSync(folder);
  }
}
