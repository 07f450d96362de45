import { describe, expect, it } from 'vitest';
import { takePlace } from './token-bucket.js';

function waits(rate: { calls_per_minute?: number; burst?: number }, moments: readonly number[]): number[] {
  let full = 0;
  return moments.map((now) => {
    const place = takePlace(full, now, rate);
    full = place.full;
    return place.wait;
  });
}

describe('a bucket of calls', () => {
  it('spaces calls evenly where no burst is allowed', () => {
    expect(waits({ calls_per_minute: 60 }, [1000, 1000, 1000])).toEqual([0, 1000, 2000]);
  });

  it('lets a burst through at once, and fills up again', () => {
    expect(waits({ calls_per_minute: 60, burst: 2 }, [1000, 1000, 1000, 9000, 9000])).toEqual([
      0, 0, 1000, 0, 0,
    ]);
  });

  it('never lets more through in a minute than its rate and one burst', () => {
    const rate = { calls_per_minute: 30, burst: 5 };
    const due = waits(
      rate,
      Array.from({ length: 200 }, () => 0),
    );
    for (const start of due)
      expect(due.filter((at) => at >= start && at < start + 60_000).length).toBeLessThanOrEqual(35);
  });

  it('waits for nothing without a rate', () => {
    expect(waits({}, [0, 0, 0])).toEqual([0, 0, 0]);
  });
});
