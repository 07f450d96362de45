// As root, permissions hide nothing that root owns: what others could not read in the system's folders gets a cover.

import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readFailure } from '../disk/system-errors.js';
import { isWithin } from '../disk/within.js';
import { isSystemError } from '../protocol/failure.js';

const searched = [
  { folder: '/etc', depth: 8 },
  { folder: '/opt', depth: 3 },
  { folder: '/usr/local/etc', depth: 8 },
];
/** Data of services, mail, logs: nothing that a build needs. `/var/tmp` is the session's own inside. */
const closed: ReadonlySet<string> = new Set(['lib', 'log', 'spool', 'mail', 'backups', 'cache', 'tmp']);

/** What root's commands see of `/var`: entry by entry, so that the rest needs no cover. */
export function openInVar(): string[] {
  return entriesIn('/var').flatMap(({ name }) => (closed.has(name) ? [] : [join('/var', name)]));
}

/** `needed` are paths that commands have to reach: the folders above them are not covered, only what else is in them. */
export function unreadableToOthers(needed: readonly string[]): string[] {
  return searched.flatMap(({ folder, depth }) => unreadableIn(folder, depth, needed, false));
}

function unreadableIn(folder: string, depth: number, needed: readonly string[], inClosed: boolean): string[] {
  return entriesIn(folder).flatMap((entry) => {
    if (entry.isSymbolicLink()) return [];
    const path = join(folder, entry.name);
    const mode = lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0;
    const isClosed = inClosed || (mode & 0o004) === 0;
    if (needed.includes(path)) return [];
    if (needed.some((one) => isWithin(path, one))) return unreadableIn(path, depth, needed, isClosed);
    if (isClosed) return [path];
    return entry.isDirectory() && depth > 1 ? unreadableIn(path, depth - 1, needed, false) : [];
  });
}

function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    // What root may not list, root's commands may not either.
    if (isSystemError(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM')) return [];
    throw readFailure(error, folder);
  }
}
