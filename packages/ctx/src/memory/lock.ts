// One lock a store, around read, change and write: of a hundred writers at once, each sees what the last one wrote.

import { waitForLock } from '../disk/lock.js';
import { fail } from '../protocol/codes.js';
import { type Context, contextPath, shownPath } from './context.js';

/** With one owner, who is alive. */
const patienceMs = 60_000;

export async function withLock<T>(
  context: Context,
  store: string,
  work: () => T | Promise<T>,
  waitMs = patienceMs,
): Promise<T> {
  const lockFile = contextPath(context, `${store}.lock`);
  const attempt = await waitForLock(lockFile, waitMs);
  if (!attempt.taken) {
    const target = shownPath(context, contextPath(context, store));
    throw fail('store_busy', { operation: 'lock', target, lockFile, ...attempt.owner });
  }
  try {
    return await work();
  } finally {
    attempt.lock.release();
  }
}
