// As root, permissions hide nothing that root owns: what others could not read in the system's folders gets a cover.

import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const searched = [
  { folder: '/etc', depth: 8 },
  { folder: '/opt', depth: 3 },
  { folder: '/usr/local/etc', depth: 8 },
];
/** Data of services, mail, logs: nothing that a build needs. */
const closed = ['/var/lib', '/var/log', '/var/spool', '/var/mail', '/var/backups', '/var/cache'];

export function unreadableToOthers(): string[] {
  return [...closed, ...searched.flatMap(({ folder, depth }) => unreadableIn(folder, depth))];
}

function unreadableIn(folder: string, depth: number): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.flatMap((entry) => {
    if (entry.isSymbolicLink()) return [];
    const path = join(folder, entry.name);
    const mode = lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0;
    if ((mode & 0o004) === 0) return [path];
    return entry.isDirectory() && depth > 1 ? unreadableIn(path, depth - 1) : [];
  });
}
