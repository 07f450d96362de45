// Folders with their parents. Node 20's own recursive mkdir never returns where a parent refuses children with
// ENOENT, as /proc does.

import { accessSync, constants, mkdirSync, opendirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isSystemError } from '../protocol/failure.js';
import { isThere } from './is-there.js';
import { writeFailure } from './system-errors.js';

/** Makes the folder and the parents that are missing; one that is there is left as it is. */
export function makeFolders(folder: string, mode = 0o777): void {
  try {
    makeFolder(folder, mode);
  } catch (error) {
    const parent = dirname(folder);
    if (!isSystemError(error, 'ENOENT') || parent === folder) throw error;
    // A parent that is there by now was made by another process a moment ago; in /proc the second try fails like the first.
    if (!isThere(parent)) makeFolders(parent, mode);
    makeFolder(folder, mode);
  }
}

function makeFolder(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (isSystemError(error, 'EEXIST') && statSync(folder).isDirectory()) return;
    throw error;
  }
}

/** Before any work whose result goes there: says why no file can be made in a folder. */
export function refuseUnwritable(folder: string): void {
  try {
    opendirSync(folder).closeSync();
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw writeFailure(error, folder);
  }
}
