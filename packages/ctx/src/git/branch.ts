// The branch that a project is on, read from git's own file: no process for one word.

import { join } from 'node:path';
import { ownText } from './own-file.js';
import { gitFolder } from './repository.js';

/** The branch, or the first letters of the commit where there is none; nothing outside of git. */
export function currentBranch(root: string): string | undefined {
  const folder = gitFolder(root);
  const head = folder === undefined ? undefined : ownText(join(folder, 'HEAD'), 1 << 16)?.trim();
  return head === undefined ? undefined : (/^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? head.slice(0, 12));
}

/** The branch that is checked out; nothing where none is, or outside of git. */
export function branchOf(root: string): string | undefined {
  const folder = gitFolder(root);
  const head = folder === undefined ? undefined : ownText(join(folder, 'HEAD'), 1 << 16)?.trim();
  return /^ref: refs\/heads\/(.+)$/.exec(head ?? '')?.[1];
}
