// Whether something is there. Node's own existsSync says no to whatever goes wrong: a disk that fails, a server that has
// forgotten the file. Who then makes a new one loses the old.

import { statSync } from 'node:fs';
import { isSystemError, type SystemCodes } from '../protocol/failure.js';
import { readFailure } from './system-errors.js';

/** Only what is certainly absent is not there; any other trouble is a failure. */
export function isThere(path: string): boolean {
  return isThereBut(path, 'ENOTDIR');
}

/** The same below a home that may be none: links that go round in circles lead to no file. */
export function isThereAtHome(path: string): boolean {
  return isThereBut(path, 'ENOTDIR', 'ELOOP');
}

/** The same where we look into other people's folders: what we may not look at is nothing to us. */
export function isWithinReach(path: string): boolean {
  return isThereBut(path, 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE');
}

function isThereBut(path: string, ...absent: SystemCodes): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (isSystemError(error, ...absent)) return false;
    throw readFailure(error, path);
  }
}
