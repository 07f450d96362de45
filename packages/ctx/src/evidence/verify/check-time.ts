// Whether the times of a session's records are moments, and go forward.

import type { Findings } from './findings.js';

/**
 * Of a record's moment, in milliseconds; NaN for a day that its month does not have, which JavaScript takes for one of the next
 * month. A moment is always written alike, and `Date.parse` takes three times as long as reading its digits.
 */
export function timeOf(at: string): number {
  const day = twoDigits(at, 8);
  const time = Date.UTC(
    twoDigits(at, 0) * 100 + twoDigits(at, 2),
    twoDigits(at, 5) - 1,
    day,
    twoDigits(at, 11),
    twoDigits(at, 14),
    twoDigits(at, 17),
    twoDigits(at, 20) * 10 + digit(at, 22),
  );
  return day > 28 && new Date(time).getUTCDate() !== day ? Number.NaN : time;
}

function twoDigits(text: string, at: number): number {
  return digit(text, at) * 10 + digit(text, at + 1);
}

function digit(text: string, at: number): number {
  return text.charCodeAt(at) - 0x30;
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
  if (Number.isNaN(time)) findings.add('time_went_back', seq, 'its date does not exist');
  else if (before === undefined) return;
  else if (time < before)
    findings.add('time_went_back', seq, 'its time is earlier than that of the record before it');
  else if (deterministic && time - before !== 1)
    findings.add(
      'capture_untrue',
      seq,
      `the clock is declared deterministic, but moved by ${time - before} ms`,
    );
}
