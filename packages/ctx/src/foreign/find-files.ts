// Files of a host's own folder, some levels below it, oldest change first. A folder that is not there holds nothing.

import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readFailure } from '../disk/system-errors.js';
import { isSystemError } from '../protocol/failure.js';

export function filesBelow(
  root: string,
  levels: number,
  isWanted: (name: string) => boolean,
  isFolder: (name: string) => boolean = () => true,
): string[] {
  const found: { readonly path: string; readonly changedMs: number }[] = [];
  const walk = (folder: string, left: number) => {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && left > 1 && isFolder(entry.name)) walk(path, left - 1);
      else if (entry.isFile() && isWanted(entry.name)) {
        const changedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
        if (changedMs !== undefined) found.push({ path, changedMs });
      }
    }
  };
  walk(root, levels);
  found.sort((a, b) => a.changedMs - b.changedMs || (a.path < b.path ? -1 : 1));
  return found.map(({ path }) => path);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return [];
    throw readFailure(error, folder);
  }
}
