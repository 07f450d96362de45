// Work that only one process at a time does: under a lock, which others wait for.

import { fail } from '../protocol/codes.js';
import { waitForLock } from './lock.js';

export interface Turn {
  readonly lockFile: string;
  /** What is locked, as messages call it. */
  readonly target: string;
  readonly patienceMs: number;
}

export async function whileLocked<T>(
  { lockFile, target, patienceMs }: Turn,
  work: () => T | Promise<T>,
): Promise<T> {
  const attempt = await waitForLock(lockFile, patienceMs);
  if (!attempt.taken) throw fail('store_busy', { operation: 'lock', target, lockFile, ...attempt.owner });
  try {
    return await work();
  } finally {
    attempt.lock.release();
  }
}
