// Whether the times of a session's records are moments, and go forward.

import type { Findings } from './findings.js';

/** In milliseconds; NaN for a day that its month does not have, which JavaScript takes for one of the next month. */
export function timeOf(at: string): number {
  const time = Date.parse(at);
  const mayBeNone = at.slice(8, 10) > '28';
  return mayBeNone && new Date(time).getUTCDate() !== Number(at.slice(8, 10)) ? Number.NaN : time;
}

/**
 * A deterministic clock stands still, and each record moves it by a millisecond; any clock goes forward only. `before` is the last time that
 * was one.
 */
export function checkTime(
  seq: number,
  time: number,
  before: number | undefined,
  deterministic: boolean,
  findings: Findings,
): void {
  if (Number.isNaN(time)) findings.add('time_went_back', seq, 'its time is on a day that there is not');
  else if (before === undefined) return;
  else if (time < before)
    findings.add('time_went_back', seq, 'its time is before that of the record before it');
  else if (deterministic && time - before !== 1)
    findings.add(
      'capture_untrue',
      seq,
      `the clock is said to be deterministic, and moved by ${time - before} ms`,
    );
}
