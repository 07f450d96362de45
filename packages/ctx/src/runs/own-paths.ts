// Files that ctx itself writes while it works: no change to the project.

import { readlinkSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

export function ownPaths(root: string, log: string): string[] {
  return [
    log,
    ...outputFiles(),
    ...['sessions', 'state', 'scratch'].map((name) => join(root, '.context', name)),
  ];
}

/** Where our own words go, where that is a file; nothing on systems that do not say. */
function outputFiles(): string[] {
  return [1, 2].flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)].filter(isAbsolute);
    } catch {
      return [];
    }
  });
}
