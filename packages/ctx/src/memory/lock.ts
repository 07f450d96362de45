// One lock a store, around read, change and write: of a hundred writers at once, each sees what the last one wrote.

import { isThere } from '../disk/is-there.js';
import { type LockAttempt, tryLock } from '../disk/lock.js';
import { pause } from '../disk/pause.js';
import { fail } from '../protocol/codes.js';
import { type Context, contextPath, shownPath } from './context.js';

/** With one owner, who is alive: whoever waits in a queue that moves waits on, however slow the machine is. */
const patienceMs = 60_000;
/** How often, at least, a lock that stays is looked at closely: its owner may be dead. */
const closeLookMs = 250;

export async function withLock<T>(
  context: Context,
  store: string,
  work: () => T | Promise<T>,
  waitMs = patienceMs,
): Promise<T> {
  const lockFile = contextPath(context, `${store}.lock`);
  const attempt = await takeInTurn(lockFile, waitMs);
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

/**
 * Waits for a lock with many others. Trying costs a millisecond, and a hundred waiters that tried all the time would
 * leave the owner no processor to finish on; so most of the time they only look whether the lock is still there.
 */
async function takeInTurn(lockFile: string, limitMs: number): Promise<LockAttempt> {
  let deadline = performance.now() + limitMs;
  let owner = '';
  let looked = Number.NEGATIVE_INFINITY;
  for (let waitMs = 1; ; waitMs = Math.min(waitMs * 1.5, 40)) {
    const now = performance.now();
    if (now - looked >= closeLookMs || now >= deadline || !isThere(lockFile)) {
      const attempt = tryLock(lockFile);
      if (attempt.taken) return attempt;
      if (attempt.owner.unseen === 'other_host') return attempt;
      const found = `${attempt.owner.pid} ${attempt.owner.since}`;
      if (found !== owner) deadline = performance.now() + limitMs;
      else if (performance.now() >= deadline) return attempt;
      owner = found;
      looked = now;
    }
    await pause(waitMs * (0.5 + Math.random()));
  }
}
