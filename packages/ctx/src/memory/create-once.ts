// A new file that appears whole, and never in the place of one that is there.

import { linkSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolder } from '../disk/atomic.js';
import { nonce } from '../disk/nonce.js';
import { writeFailure } from '../disk/system-errors.js';
import { isSystemError } from '../protocol/failure.js';

/** Whether we made it; not so where there was something already, which stays as it is. */
export function createOnce(path: string, content: string, mode = 0o666): boolean {
  const own = join(dirname(path), `.ctx-${nonce()}.tmp`);
  try {
    writeFileSync(own, content, { mode, flag: 'wx', flush: true });
    // A link, unlike a rename, never replaces anything.
    linkSync(own, path);
    syncFolder(dirname(path));
    return true;
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false;
    throw writeFailure(error, path);
  } finally {
    rmSync(own, { force: true });
  }
}
