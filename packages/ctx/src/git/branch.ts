// The branch that a project is on, read from git's own file: no process for one word.

import { type Stats, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readFailure } from '../disk/system-errors.js';
import { isSystemError } from '../protocol/failure.js';
import { ownText } from './own-file.js';

/** One line each. */
const largestFile = 1 << 16;

/** The branch, or the first letters of the commit where there is none; nothing outside of git. */
export function currentBranch(root: string): string | undefined {
  const folder = gitFolder(root);
  const head = folder === undefined ? undefined : ownText(join(folder, 'HEAD'), largestFile)?.trim();
  return head === undefined ? undefined : (/^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? head.slice(0, 12));
}

/** Where git keeps what it knows of the repository that a folder is in. */
export function gitFolder(folder: string): string | undefined {
  const path = join(folder, '.git');
  const entry = entryAt(path);
  if (entry?.isDirectory()) return path;
  if (entry?.isFile()) return linkedFolder(path);
  const parent = dirname(folder);
  return parent === folder ? undefined : gitFolder(parent);
}

/** Worktrees and submodules have a file that names the folder. */
function linkedFolder(file: string): string | undefined {
  const named = /^gitdir: (.+)$/m.exec(ownText(file, largestFile) ?? '')?.[1];
  return named === undefined ? undefined : resolve(dirname(file), named.trim());
}

/** A folder above may be somebody else's: what we may not look at there is nothing to us. */
function entryAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (isSystemError(error, 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG')) return undefined;
    throw readFailure(error, path);
  }
}
