// A clock whose alarms ring when a test says so, so that no test races a deadline.

import { existsSync } from 'node:fs';
import type { Clock } from '../src/time/clock.js';
import { until } from './processes.js';

export interface HeldClock {
  readonly clock: Clock;
  /** Every alarm that was ever set, in milliseconds. */
  readonly set: readonly number[];
  /** Rings the alarms of so many milliseconds that are set now and were not taken back. */
  ring(milliseconds: number): void;
}

/** Alarms of the lengths in `atOnce` need nobody to ring them. The time of day is `base`'s. */
export function heldClock(base: Clock, atOnce: readonly number[] = []): HeldClock {
  const set: number[] = [];
  const held = new Set<{ readonly milliseconds: number; readonly ring: () => void }>();
  const ring = (milliseconds: number) => {
    for (const alarm of held) {
      if (alarm.milliseconds !== milliseconds) continue;
      held.delete(alarm);
      alarm.ring();
    }
  };
  const clock: Clock = {
    ...base,
    alarm(milliseconds, ringIt) {
      const alarm = { milliseconds, ring: ringIt };
      set.push(milliseconds);
      held.add(alarm);
      if (atOnce.includes(milliseconds)) setImmediate(() => ring(milliseconds));
      return () => held.delete(alarm);
    },
  };
  return { clock, set, ring };
}

/** Resolves when somebody has made the file. */
export function appears(path: string): Promise<void> {
  return until(() => existsSync(path));
}

/**
 * For a deadline in another process, which no test can hold: tries with twice the time until what has to come before
 * the deadline did, so that no machine is too slow.
 */
export async function withEnoughTime<T>(
  attempt: (milliseconds: number) => Promise<T>,
  wasEnough: (result: T) => boolean,
  milliseconds = 200,
): Promise<T> {
  const result = await attempt(milliseconds);
  return wasEnough(result) ? result : withEnoughTime(attempt, wasEnough, 2 * milliseconds);
}
