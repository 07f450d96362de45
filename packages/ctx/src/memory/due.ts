// When something is due: a date, a time, or a duration from now. A day that the calendar does not have is refused.

import { fail } from '../protocol/codes.js';

const durationUnits: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};
const dateForm = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?(Z|[+-]\d\d:\d\d)?)?$/;
/** The last year that four digits can name. */
const latest = Date.UTC(9999, 11, 31);

/** Milliseconds since 1970. A date means its midnight, and a time without a zone means the zone of this machine. */
export function dueTime(text: string, now: number): number {
  const [, amount, unit = ''] = /^(\d{1,9})([mhdw])$/.exec(text) ?? [];
  if (amount !== undefined) {
    const due = now + Number(amount) * (durationUnits[unit] ?? 0);
    if (due > latest) throw invalid(text, 'it is too far away');
    return due;
  }
  const found = dateForm.exec(text);
  if (found === null) throw invalid(text, 'neither a date, a time nor a duration');
  return timeOf(text, found);
}

function timeOf(text: string, found: RegExpExecArray): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const calendar = new Date(Date.UTC(year, month - 1, day));
  const exists =
    calendar.getUTCFullYear() === year &&
    calendar.getUTCMonth() === month - 1 &&
    calendar.getUTCDate() === day;
  if (!exists) throw invalid(text, 'the calendar has no such day');
  if (hour > 23 || minute > 59 || second > 59) throw invalid(text, 'the clock has no such time');
  const zone = found[7];
  if (zone === undefined) return new Date(year, month - 1, day, hour, minute, second).getTime();
  return Date.UTC(year, month - 1, day, hour, minute, second) - offsetOf(zone);
}

function offsetOf(zone: string): number {
  if (zone === 'Z') return 0;
  const [hours = 0, minutes = 0] = zone.slice(1).split(':').map(Number);
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

function invalid(target: string, problem: string) {
  return fail('date_invalid', { operation: 'parse', target, problem });
}
