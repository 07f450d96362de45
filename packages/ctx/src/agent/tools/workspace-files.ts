// The files below a folder of the workspace that git does not ignore, as `glob` and `grep` see them.

import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { admitNames, inFolder, isReally, type Reach } from './workspace.js';

export interface WorkspaceFile {
  /** Relative to the workspace. */
  readonly path: string;
  /** Relative to the folder that was asked for. */
  readonly below: string;
  readonly absolute: string;
}

/** In the order of their paths. Links are listed, and never followed. */
export async function filesBelow(
  reach: Reach,
  folder: string,
  home: string | undefined,
): Promise<WorkspaceFile[]> {
  const { listFiles } = await import('../../files/file-list.js');
  return inFolder(reach, folder, (_, real) => {
    const way = relative(realpathSync(reach.root), real).split(sep).join('/');
    const prefix = way === '' ? '' : `${way}/`;
    const paths = [...listFiles(real, home).paths].sort();
    return paths
      .map((below) => ({ path: prefix + below, below, absolute: join(real, below) }))
      .filter(({ absolute }) => reach.hides?.(absolute) !== true);
  });
}

export function isThere(file: WorkspaceFile): boolean {
  return lstatSync(file.absolute, { throwIfNoEntry: false }) !== undefined;
}

/** What a file holds; nothing where it is no plain file in that very place, is larger than asked, is denied by another name, or cannot be read. */
export function bytesOf(reach: Reach, { absolute }: WorkspaceFile, largest: number): Buffer | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(absolute, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const found = fstatSync(descriptor);
    if (!found.isFile() || found.size > largest || !isReally(descriptor, absolute)) return undefined;
    admitNames(reach, found);
    return readFileSync(descriptor);
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
