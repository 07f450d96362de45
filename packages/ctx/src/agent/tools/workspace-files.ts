// The files below a folder of the workspace that git does not ignore, as `glob` and `grep` see them.

import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isSystemError } from '../../protocol/failure.js';
import { counted } from '../../text/counted.js';
import { admitNames, inFolder, isReally, type Reach } from './workspace.js';

export interface WorkspaceFile {
  /** Relative to the workspace. */
  readonly path: string;
  /** Relative to the folder that was asked for. */
  readonly below: string;
  readonly absolute: string;
}

export interface FoundFiles {
  /** In the order of their paths. Links are listed, and never followed. */
  readonly files: readonly WorkspaceFile[];
  /** Folders and lists that could not be read: there may be more files. */
  readonly unread: number;
}

export async function filesBelow(
  reach: Reach,
  folder: string,
  home: string | undefined,
): Promise<FoundFiles> {
  const { listFiles } = await import('../../files/file-list.js');
  return inFolder(reach, folder, (_, real) => {
    const way = relative(realpathSync(reach.root), real).split(sep).join('/');
    const prefix = way === '' ? '' : `${way}/`;
    const { paths, notes } = listFiles(real, home);
    const files = [...paths]
      .sort()
      .map((below) => ({ path: prefix + below, below, absolute: join(real, below) }))
      .filter(({ absolute }) => reach.hides?.(absolute) !== true);
    return { files, unread: notes.length };
  });
}

/** What an answer ends with where something could not be read: without it, nothing found would mean that there is nothing. */
export function unreadWords(count: number): string {
  if (count === 0) return '';
  return `[${counted(count, 'file or folder', 'files or folders')} could not be read]\n`;
}

export function isThere(file: WorkspaceFile): boolean {
  return lstatSync(file.absolute, { throwIfNoEntry: false }) !== undefined;
}

/**
 * What a file holds. Nothing where it is no plain file in that very place or is denied by another name; `unread` where it
 * is larger than asked, or the system does not give it.
 */
export function bytesOf(
  reach: Reach,
  { absolute }: WorkspaceFile,
  largest: number,
): Buffer | 'unread' | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(absolute, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const found = fstatSync(descriptor);
    if (!found.isFile() || !isReally(descriptor, absolute) || !isAdmitted(reach, found)) return undefined;
    return found.size > largest ? 'unread' : readFileSync(descriptor);
  } catch (error) {
    // A link, a socket, or what went away since it was listed.
    return isSystemError(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO') ? undefined : 'unread';
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function isAdmitted(reach: Reach, found: Stats): boolean {
  try {
    admitNames(reach, found);
    return true;
  } catch {
    // Denied by one of its other names, or these cannot be told: either way it is not shown.
    return false;
  }
}
