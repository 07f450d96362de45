// One lock a store, around read, change and write: of a hundred writers at once, each sees what the last one wrote.

import { whileLocked } from '../disk/while-locked.js';
import { type Context, contextPath, shownPath } from './context.js';

/** With one owner, who is alive. */
const patienceMs = 60_000;

export function withLock<T>(
  context: Context,
  store: string,
  work: () => T | Promise<T>,
  waitMs = patienceMs,
): Promise<T> {
  const lockFile = contextPath(context, `${store}.lock`);
  const target = shownPath(context, contextPath(context, store));
  return whileLocked({ lockFile, target, patienceMs: waitMs }, work);
}
