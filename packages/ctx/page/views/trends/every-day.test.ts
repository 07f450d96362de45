import { expect, it } from 'vitest';
import { everyDay } from './every-day.js';

const names = (rows: readonly string[], since: string, today: string) =>
  everyDay(
    rows.map((name) => ({ name })),
    since,
    today,
  ).map(({ name, row }) => (row === undefined ? `(${name})` : name));

it('has every day from the first to today, empty ones too, over the ends of months', () => {
  expect(names(['2026-03-01', '2026-02-27'], '', '2026-03-02')).toEqual([
    '2026-02-27',
    '(2026-02-28)',
    '2026-03-01',
    '(2026-03-02)',
  ]);
});

it('begins where it was asked to, and ends with what a faster clock wrote', () => {
  expect(names(['2026-03-03'], '2026-03-01', '2026-03-02')).toEqual([
    '(2026-03-01)',
    '(2026-03-02)',
    '2026-03-03',
  ]);
});

it('takes no name for a day that is none, and has an end whatever it is told', () => {
  expect(names(['unknown', '=1+1'], '', '2026-03-01')).toEqual(['(2026-03-01)']);
  expect(names(['0001-01-01'], '', '2026-03-01').length).toBeLessThan(4000);
});
