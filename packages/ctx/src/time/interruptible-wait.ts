// A wait that ends early when somebody wants to end.

import type { Clock } from './clock.js';

/** No timer of Node's can be set to more. */
const longestTimer = 2 ** 31 - 1;

/** In the clock's own way, where it has one. */
export function interruptibleWait({
  clock,
  signal,
}: {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}) {
  return (milliseconds: number): Promise<void> => (clock.wait ?? waitUnless)(milliseconds, signal);
}

export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Waits, unless it is told to stop. */
export function waitUnless(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted || milliseconds <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(milliseconds, longestTimer));
    signal.addEventListener('abort', done, { once: true });
  });
}
