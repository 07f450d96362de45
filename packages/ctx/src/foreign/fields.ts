// Members of JSON that a stranger wrote: every one may be missing, or of another type.

import { nestingWithin } from '../protocol/nesting.js';

export { listOf, type Members, membersOf, textOf, wordOf } from '../protocol/members.js';

/** A few of these add up to a number that is still exact. Nobody has counted more. */
const largestCount = 2 ** 50;

/** A whole number from 0, as counts are. */
export function countOf(value: unknown): number | undefined {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return undefined;
  return value >= 0 && value <= largestCount ? value : undefined;
}

/** A time as records have it: of an ISO text, or of milliseconds since 1970. */
export function momentOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const ms = typeof value === 'number' ? value : Date.parse(value);
  // Beyond these years a date is written in another form.
  return ms >= 0 && ms < 253_402_300_800_000 ? new Date(ms).toISOString() : undefined;
}

/** Money as hosts write it, in dollars. */
export function microusdOf(value: unknown): number | undefined {
  if (typeof value !== 'number' || !(value >= 0)) return undefined;
  const micro = Math.round(value * 1e6);
  return Number.isSafeInteger(micro) ? micro : undefined;
}

/** Whatever it is, as a text to show: a string as it is, everything else as JSON. */
export function shownText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  return nestingWithin(value) ? JSON.stringify(value) : '[nested too deep to show]';
}
