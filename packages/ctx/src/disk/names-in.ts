// What a folder holds, by name. A folder that is not there holds nothing.

import { readdirSync } from 'node:fs';
import { isSystemError } from '../protocol/failure.js';
import { readFailure } from './system-errors.js';

export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return [];
    throw readFailure(error, folder);
  }
}
