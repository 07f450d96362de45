// Output for a reader that answers us: all of it arrives, nobody waits for it here, and whoever writes can ask how much waits.

import { writeSync } from 'node:fs';
import { isSystemError } from '../protocol/system-error.js';
import { neverWaits } from './never-waits.js';
import { writeAll } from './write-all.js';

export interface PacedOutput {
  write(bytes: string | Buffer): void;
  /** How many bytes the reader has not taken yet. */
  waiting(): number;
  /** Settles when nothing waits any more, or the reader is gone. */
  drained(): Promise<void>;
}

const firstRetryMs = 1;
const longestRetryMs = 20;

/** `onGone` is called once, when nobody can read it any more. */
export function pacedOutput(descriptor: number, onGone: () => void): PacedOutput {
  const own = neverWaits(descriptor);
  let queue: Buffer[] = [];
  let bytes = 0;
  let isGone = false;
  let retryMs = firstRetryMs;
  let timer: NodeJS.Timeout | undefined;
  const waiters: (() => void)[] = [];

  const settle = () => {
    for (const done of waiters.splice(0)) done();
  };
  const lose = () => {
    isGone = true;
    queue = [];
    bytes = 0;
    settle();
    onGone();
  };
  const pump = () => {
    timer = undefined;
    try {
      for (let next = queue[0]; next !== undefined; next = queue[0]) {
        const written = writeSync(own?.descriptor ?? descriptor, next);
        bytes -= written;
        retryMs = firstRetryMs;
        if (written === next.length) queue.shift();
        else queue[0] = next.subarray(written);
      }
    } catch (error) {
      if (!isSystemError(error, 'EAGAIN')) return lose();
      timer = setTimeout(pump, retryMs);
      retryMs = Math.min(longestRetryMs, retryMs * 2);
      return;
    }
    settle();
  };

  return {
    write(more) {
      if (isGone) return;
      if (own === undefined) {
        try {
          writeAll(descriptor, more.toString());
        } catch {
          lose();
        }
        return;
      }
      const piece = typeof more === 'string' ? Buffer.from(more) : more;
      queue.push(piece);
      bytes += piece.length;
      if (timer === undefined) pump();
    },
    waiting: () => bytes,
    drained: () => (bytes === 0 ? Promise.resolve() : new Promise((resolve) => waiters.push(resolve))),
  };
}
