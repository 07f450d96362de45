import { describe, expect, it } from 'vitest';
import { dueTime } from './due.js';

const now = Date.UTC(2026, 10, 15, 20);

describe('when something is due', () => {
  it.each([
    ['30m', now + 30 * 60_000],
    ['4h', now + 4 * 3_600_000],
    ['3d', now + 3 * 86_400_000],
    ['2w', now + 14 * 86_400_000],
    ['2026-12-24T09:30Z', Date.UTC(2026, 11, 24, 9, 30)],
    ['2026-12-24T09:30:15+02:00', Date.UTC(2026, 11, 24, 7, 30, 15)],
    ['2026-12-24 09:30-01:30', Date.UTC(2026, 11, 24, 11)],
    ['2028-02-29', new Date(2028, 1, 29).getTime()],
    ['2026-12-24T09:30', new Date(2026, 11, 24, 9, 30).getTime()],
  ])('understands %s', (text, due) => {
    expect(dueTime(text, now)).toBe(due);
  });

  it.each([
    ['2026-02-30', 'the calendar has no such day'],
    ['2027-02-29', 'the calendar has no such day'],
    ['2026-13-01', 'the calendar has no such day'],
    ['2026-00-10', 'the calendar has no such day'],
    ['2026-12-24T25:00', 'the clock has no such time'],
    ['2026-12-24T09:60Z', 'the clock has no such time'],
    ['999999999w', 'it is too far away'],
    ['tomorrow', 'neither a date, a time nor a duration'],
    ['-3d', 'neither a date, a time nor a duration'],
    ['', 'neither a date, a time nor a duration'],
  ])('refuses %s: %s', (text, problem) => {
    expect(() => dueTime(text, now)).toThrow(
      expect.objectContaining({ where: expect.objectContaining({ problem }) }),
    );
  });
});
