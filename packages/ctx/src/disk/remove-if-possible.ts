// Clearing up after something that counts by itself: what cannot be removed must not change the answer.

import { rmSync } from 'node:fs';

/** What stays is found by `ctx doctor --fix`. */
export function removeIfPossible(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The answer is about something else.
  }
}
