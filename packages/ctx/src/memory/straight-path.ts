// A path in `.context` that no symbolic link stands on: nearly always that is all there is to know of one.

import { lstatSync } from 'node:fs';
import { join } from 'node:path';

export interface Context {
  /** The project. */
  readonly root: string;
}

export const contextName = '.context';

/** Nothing where a link is on the way: somebody has to look where it leads. */
export function straightPath({ root }: Context, ...parts: readonly string[]): string | undefined {
  let path = join(root, contextName);
  if (isLink(path)) return undefined;
  for (const part of parts) {
    path = join(path, part);
    if (isLink(path)) return undefined;
  }
  return path;
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    // Whatever else is wrong with the path is said by who opens it.
    return false;
  }
}
