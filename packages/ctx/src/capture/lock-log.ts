// The lock of a captured log, which a hundred short processes may want at once: whoever waits looks whether the lock is gone, because to try
// it costs ten times as much.

import { statSync } from 'node:fs';
import { type Lock, tryLock } from '../disk/lock.js';
import { pause } from '../disk/pause.js';
import { lockPathOf } from '../session/lock-path.js';

/** Someone may have died without giving it back. */
const lookAgainMs = 250;

/** Nothing where somebody else had it all the time. */
export async function lockLog(path: string, limitMs: number): Promise<Lock | undefined> {
  const lockPath = lockPathOf(path);
  const deadline = ticks() + limitMs;
  for (;;) {
    const attempt = tryLock(lockPath);
    if (attempt.taken) return attempt.lock;
    const again = ticks() + lookAgainMs;
    do {
      if (ticks() >= deadline) return undefined;
      await pause(1 + Math.random() * 4);
    } while (ticks() < again && isThere(lockPath));
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Milliseconds since the process began. Node loads a module of its own for `performance`. */
function ticks(): number {
  return process.uptime() * 1000;
}
