// Every regular file below a folder, by its relative POSIX path. Whatever else is there is an error, never skipped.

import { isUtf8 } from 'node:buffer';
import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readFailure } from '../../disk/system-errors.js';
import { fail } from '../../protocol/codes.js';

/** Sorted by UTF-16 code units, as canonical JSON sorts them. */
export function filesBelow(root: string): readonly string[] {
  const paths: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesOf(join(root, folder))) {
      const path = `${folder}${nameOf(entry, join(root, folder))}`;
      if (entry.isDirectory()) folders.push(`${path}/`);
      else if (entry.isFile()) paths.push(path);
      else throw irregular(entry, join(root, path));
    }
  }
  paths.sort();
  for (const path of paths) refuseOtherForm(root, path);
  refuseEqualButForCase(root, paths);
  return paths;
}

function entriesOf(folder: string): Dirent<Buffer>[] {
  try {
    return readdirSync(folder, { withFileTypes: true, encoding: 'buffer' });
  } catch (error) {
    throw readFailure(error, folder);
  }
}

/** A name that is no text would be read as another one. */
function nameOf({ name }: Dirent<Buffer>, folder: string): string {
  if (isUtf8(name)) return name.toString();
  throw fail('tree_path_not_text', { operation: 'hash', target: join(folder, name.toString('latin1')) });
}

function irregular(entry: Dirent<Buffer>, target: string) {
  const where = { operation: 'hash', target };
  return entry.isSymbolicLink() ? fail('tree_symlink', where) : fail('tree_not_regular', where);
}

function refuseOtherForm(root: string, path: string): void {
  if (path.normalize('NFC') === path) return;
  throw fail('tree_path_not_nfc', { operation: 'hash', target: join(root, path) });
}

function refuseEqualButForCase(root: string, paths: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const path of paths) {
    const folded = path.toUpperCase().toLowerCase();
    const other = seen.get(folded);
    if (other !== undefined)
      throw fail('tree_paths_collide', { operation: 'hash', target: join(root, path), other });
    seen.set(folded, path);
  }
}
