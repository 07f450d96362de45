// Whether what was installed is still what was installed.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../disk/digest.js';
import { readPlainFile } from '../../disk/plain-file.js';
import { readFailure } from '../../disk/system-errors.js';
import { isSystemError } from '../../protocol/failure.js';

/** The first file that is another than it was, is gone, or was added; nothing where all is as it was. */
export function changedIn(folder: string, files: Readonly<Record<string, string>>): string | undefined {
  const there = pathsBelow(folder, '');
  const added = there.find((path) => !Object.hasOwn(files, path));
  if (added !== undefined) return added;
  return Object.entries(files).find(([path, digest]) => !isUnchanged(folder, path, digest))?.[0];
}

export function isUnchanged(folder: string, path: string, digest: string | undefined): boolean {
  try {
    return sha256(readPlainFile(join(folder, path))) === digest;
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return false;
    throw readFailure(error, join(folder, path));
  }
}

function pathsBelow(folder: string, below: string): string[] {
  try {
    return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      // A link or a pipe is none of ours, whatever it is called.
      if (entry.isDirectory()) return pathsBelow(folder, path);
      return [entry.isFile() ? path : `${path} (not a plain file)`];
    });
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return [];
    throw readFailure(error, join(folder, below));
  }
}
