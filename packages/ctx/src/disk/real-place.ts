// Where a path leads, with links followed as far as it is there.

import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isSystemError } from '../protocol/failure.js';

export function realPlace(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (!isSystemError(error, 'ENOENT', 'ENOTDIR', 'EACCES')) throw error;
    return path === dirname(path) ? path : join(realPlace(dirname(path)), basename(path));
  }
}
