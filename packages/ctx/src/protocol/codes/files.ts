// Files and folders that are not as they have to be.

import type { HeldLock } from '../code-facts.js';
import { code } from '../failure.js';

export const fileCodes = () => ({
  /** `prompt` where the word may have been meant as one. */
  file_not_found: code<{ prompt?: string; nearest?: string }>('filesystem'),
  /** `home` where it lies below a HOME that is no folder. */
  file_unreadable: code<{ reason: string; home?: string }>('filesystem'),
  file_unwritable: code<{ reason: string; home?: string }>('filesystem'),
  system_refused: code<{ reason: string }>('filesystem'),
  not_durable: code<{ reason: string }>('filesystem'),
  disk_full: code('filesystem'),
  path_outside: code<{ root: string }>('filesystem'),
  store_busy: code<HeldLock>('filesystem', {
    retryable: true,
  }),
  lock_unknown: code('usage'),
  lock_in_use: code<{ pid: number; since: string }>('usage', { retryable: true }),
  file_exists: code('filesystem'),
  folder_missing: code<{ nearest?: string }>('filesystem'),
});
