// A folder that must be there before something is written into it.

import { statSync } from 'node:fs';
import { makeFolders } from '../disk/folders.js';
import { writeFailure } from '../disk/system-errors.js';
import { fail } from '../protocol/codes.js';

export function ensureFolder(path: string, mode?: number): void {
  try {
    makeFolders(path, mode);
  } catch (error) {
    throw writeFailure(error, path);
  }
  if (statSync(path).isDirectory()) return;
  throw fail('file_unwritable', { operation: 'write', target: path, reason: 'it is not a folder' });
}
