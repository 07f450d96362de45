// What stands at a path, without following a link.

import { lstatSync, type Stats } from 'node:fs';
import { isSystemError } from '../protocol/failure.js';

/** Nothing where there is nothing, or where a folder on the way is none (any more). */
export function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (isSystemError(error, 'ENOTDIR')) return undefined;
    throw error;
  }
}
