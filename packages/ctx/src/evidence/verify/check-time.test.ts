import fc from 'fast-check';
import { expect, it } from 'vitest';
import { timeOf } from './check-time.js';

it('reads every moment that a record can have', () => {
  const dates = fc.date({
    min: new Date('1000-01-01T00:00:00.000Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(dates, (date) => {
      expect(timeOf(date.toISOString())).toBe(date.getTime());
    }),
  );
});

it.each(['2026-02-29', '2026-02-30', '2026-04-31', '2100-02-29'])('finds that there is no day %s', (day) => {
  expect(timeOf(`${day}T12:00:00.000Z`)).toBeNaN();
});

it.each(['2024-02-29', '2026-12-31', '2000-02-29'])('finds the day %s', (day) => {
  expect(timeOf(`${day}T23:59:59.999Z`)).toBe(Date.parse(`${day}T23:59:59.999Z`));
});
