// The branch that a project is on, read from git's own file: no process for one word.

import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readPlainFile } from '../disk/plain-file.js';

/** One line each. */
const largestFile = 1 << 16;

/** The branch, or the first letters of the commit where there is none; nothing outside of git. */
export function currentBranch(root: string): string | undefined {
  const folder = gitFolder(root);
  if (folder === undefined) return undefined;
  try {
    const head = readPlainFile(join(folder, 'HEAD'), largestFile).toString().trim();
    return /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? head.slice(0, 12);
  } catch {
    return undefined;
  }
}

/** Where git keeps what it knows of the repository that a folder is in. */
export function gitFolder(folder: string): string | undefined {
  const path = join(folder, '.git');
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry?.isDirectory()) return path;
  if (entry?.isFile()) return linkedFolder(path);
  const parent = dirname(folder);
  return parent === folder ? undefined : gitFolder(parent);
}

/** Worktrees and submodules have a file that names the folder. */
function linkedFolder(file: string): string | undefined {
  try {
    const named = /^gitdir: (.+)$/m.exec(readPlainFile(file, largestFile).toString())?.[1];
    return named === undefined ? undefined : resolve(dirname(file), named.trim());
  } catch {
    return undefined;
  }
}
