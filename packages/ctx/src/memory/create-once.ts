// A new file that appears whole, and never in the place of one that is there.

import { closeSync, fsyncSync, linkSync, openSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolder } from '../disk/atomic.js';
import { nonce } from '../disk/nonce.js';
import { removeIfPossible } from '../disk/remove-if-possible.js';
import { unsettled, writeFailure } from '../disk/system-errors.js';
import { isSystemError } from '../protocol/failure.js';

/** Whether we made it; not so where there was something already, which stays as it is. */
export function createOnce(path: string, content: string, mode = 0o666): boolean {
  const own = join(dirname(path), `.ctx-${nonce()}.tmp`);
  try {
    writeFileSync(own, content, { mode, flag: 'wx', flush: true });
    // A link, unlike a rename, never replaces anything.
    linkSync(own, path);
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false;
    if (!isSystemError(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS')) throw writeFailure(error, path);
    if (!createWithoutLinks(path, content, mode)) return false;
  } finally {
    removeIfPossible(own);
  }
  try {
    syncFolder(dirname(path));
  } catch (error) {
    throw unsettled(error, path);
  }
  return true;
}

/** Where there are no hard links the file is there before it is whole, but never in the place of another. */
function createWithoutLinks(path: string, content: string, mode: number): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'wx', mode);
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false;
    throw writeFailure(error, path);
  }
  try {
    writeFileSync(descriptor, content);
    fsyncSync(descriptor);
    return true;
  } catch (error) {
    unlinkSync(path);
    throw writeFailure(error, path);
  } finally {
    closeSync(descriptor);
  }
}
