// Which repository a folder is in, and where git keeps what it knows of it.

import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isWithinReach } from '../disk/is-there.js';
import { ownText } from './own-file.js';

/**
 * The nearest folder upwards with `.git` in it, below `home` where that is given: a repository around the home folder is not
 * meant. A bare repository is none: its settings could stand in any folder of a project.
 */
export function repositoryTop(folder: string, home?: string): string | undefined {
  for (let at = folder; at !== home; at = dirname(at)) {
    if (isWithinReach(join(at, '.git'))) return at;
    if (dirname(at) === at) break;
  }
  return undefined;
}

/** Git's own folder for the repository that a folder is in. */
export function gitFolder(folder: string): string | undefined {
  const top = repositoryTop(folder);
  if (top === undefined) return undefined;
  const path = join(top, '.git');
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : linkedFolder(path);
}

/** Worktrees and submodules have a file that names the folder. */
function linkedFolder(file: string): string | undefined {
  const named = /^gitdir: (.+)$/m.exec(ownText(file, 1 << 16) ?? '')?.[1];
  return named === undefined ? undefined : resolve(dirname(file), named.trim());
}
