// A hard link gives a file of the contract a second name, under which nobody would know it.

import { lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { ownPaths } from './own-files.js';

/** The name that a file has in the contract; `bases` are the folders that its files lie in. */
export function ownNameOf(file: Stats, bases: readonly string[]): string | undefined {
  for (const base of bases) {
    for (const path of ownPaths) {
      if (filesAt(join(base, path)).some(({ dev, ino }) => dev === file.dev && ino === file.ino)) return path;
    }
  }
  return undefined;
}

/** The file, or those that the folder holds. */
function filesAt(path: string): Stats[] {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || !found.isDirectory()) return found === undefined ? [] : [found];
  return readdirSync(path).flatMap((name) => lstatSync(join(path, name), { throwIfNoEntry: false }) ?? []);
}
