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
    mkdirSync(folder, { mode });
  } catch (error) {
    if (isSystemError(error, 'EEXIST') && statSync(folder).isDirectory()) return;
    const parent = dirname(folder);
    if (!isSystemError(error, 'ENOENT') || parent === folder || isThere(parent)) throw error;
    makeFolders(parent, mode);
    makeFolders(folder, mode);
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
