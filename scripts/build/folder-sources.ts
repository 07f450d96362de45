// The sources of a built program as its folder holds them. Hooks, which end at once, need no more.

import type * as fs from 'node:fs';

export interface Source {
  readonly text: string;
  /** What tells it from another version of it. */
  readonly stamp: string;
}

export interface ProgramSources {
  /** Whether the folder still holds the program that was started. */
  isThere(): boolean;
  source(path: string): Source;
}

export function folderSources(nodeRequire: NodeJS.Require): ProgramSources {
  return { isThere: () => true, source: (path) => readSource(nodeRequire, path) };
}

export function readSource(nodeRequire: NodeJS.Require, path: string): Source {
  const disk: typeof fs = nodeRequire('node:fs');
  const opened = disk.openSync(path, 'r');
  try {
    const { size, mtimeMs } = disk.fstatSync(opened);
    return { text: disk.readFileSync(opened, 'utf8'), stamp: `${size} ${mtimeMs}` };
  } finally {
    disk.closeSync(opened);
  }
}
