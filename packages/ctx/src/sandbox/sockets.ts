// Sockets that somebody listens on. A read-only mount does not keep anyone from connecting to them.

import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { realPlace } from '../disk/real-place.js';
import { readFailure } from '../disk/system-errors.js';
import { isSystemError } from '../protocol/failure.js';

/**
 * The real paths of all sockets that have one. The system lists the names that they were bound by: one without a slash in
 * front stands in a folder that nobody knows, so it is looked for in `shown`, the folders that commands see.
 * Where the system does not list them, there are none to cover.
 */
export function listeningSockets(shown: readonly string[], list = '/proc/net/unix'): string[] {
  let text: string;
  try {
    text = readFileSync(list, 'utf8');
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return [];
    throw readFailure(error, list);
  }
  const names = new Set(
    text.split('\n').flatMap((line) => /^(?:\S+\s+){7}([^@\s].*)$/.exec(line)?.[1] ?? []),
  );
  names.delete('Path');
  const absolute = [...names].filter((name) => name.startsWith('/'));
  const relative = new Set([...names].filter((name) => !name.startsWith('/')).map((name) => basename(name)));
  const found = relative.size === 0 ? [] : shown.flatMap((folder) => socketsIn(folder, relative));
  return [...new Set([...absolute, ...absolute.map(realPlace), ...found])];
}

function socketsIn(folder: string, names: ReadonlySet<string>): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM')) return [];
    throw readFailure(error, folder);
  }
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return socketsIn(path, names);
    return entry.isSocket() && names.has(entry.name) ? [path] : [];
  });
}
