// Whether the times of a session's records are moments, and go forward.

import type { Findings } from './findings.js';

/** In milliseconds; NaN for a day that its month does not have, which JavaScript takes for one of the next month. */
export function timeOf(at: string): number {
  const time = Date.parse(at);
  const mayBeNone = at.slice(8, 10) > '28';
  return mayBeNone && new Date(time).getUTCDate() !== Number(at.slice(8, 10)) ? Number.NaN : time;
}

export function checkFirstTime(time: number, findings: Findings): void {
  if (Number.isNaN(time)) findings.add('time_went_back', 0, 'its time is on a day that there is not');
}

/** A deterministic clock stands still, and each record moves it by a millisecond; any clock goes forward only. */
export function checkTime(seq: number, passed: number, deterministic: boolean, findings: Findings): void {
  // A day that there is not is NaN, which passes no test.
  if (!(passed >= 0)) findings.add('time_went_back', seq, 'its time is before that of the record before it');
  else if (deterministic && passed !== 1)
    findings.add('capture_untrue', seq, `the clock is said to be deterministic, and moved by ${passed} ms`);
}
