// What stands at a path, without following a link; nothing where there is nothing, or nothing that we could reach.

import { lstatSync, type Stats } from 'node:fs';
import { isSystemError } from '../protocol/failure.js';

export function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return undefined;
    throw error;
  }
}
