// A file has as many names as it has hard links. What a rule protects by one name must not be reached by another.

import { type Dirent, lstatSync, readdirSync, type Stats } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isSystemError } from '../protocol/system-error.js';

/** Past so many entries nobody waits for an answer. */
const mostEntries = 200_000;

/** The names of a file in the workspace, relative to it; nothing where there is too much to look at. */
export type NamesOf = (file: Pick<Stats, 'dev' | 'ino' | 'nlink'>) => readonly string[] | undefined;

/** Looks once, when it is first asked about a file with more than one name; `goOn` throws when that takes too long. */
export function hardLinksBelow(root: string, goOn: () => void = () => {}): NamesOf {
  let known: { readonly names: ReadonlyMap<string, readonly string[]> | undefined } | undefined;
  return (file) => {
    if (file.nlink <= 1) return [];
    known ??= { names: linkedFiles(root, goOn) };
    return known.names === undefined ? undefined : (known.names.get(keyOf(file)) ?? []);
  };
}

function linkedFiles(root: string, goOn: () => void): ReadonlyMap<string, readonly string[]> | undefined {
  const names = new Map<string, string[]>();
  const folders = [root];
  let entries = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    goOn();
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (++entries > mostEntries) return undefined;
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) remember(names, path, root);
    }
  }
  return names;
}

/** A folder may go while we look; one that may not be read leaves the question open, and so throws. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return [];
    throw error;
  }
}

function remember(names: Map<string, string[]>, path: string, root: string): void {
  const file = lstatSync(path, { throwIfNoEntry: false });
  if (file === undefined || file.nlink <= 1) return;
  const key = keyOf(file);
  names.set(key, [...(names.get(key) ?? []), relative(root, path).split(sep).join('/')]);
}

function keyOf({ dev, ino }: Pick<Stats, 'dev' | 'ino'>): string {
  return `${dev}:${ino}`;
}
