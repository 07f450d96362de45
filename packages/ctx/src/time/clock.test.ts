import { describe, expect, it } from 'vitest';
import { clockFrom, systemClock } from './clock.js';

describe('the clock', () => {
  it('is the real one unless CTX_DETERMINISTIC is 1', () => {
    expect(clockFrom({})).toBe(systemClock);
    expect(clockFrom({ CTX_DETERMINISTIC: '0', SOURCE_DATE_EPOCH: '7' })).toBe(systemClock);
    expect(systemClock.deterministic).toBe(false);
  });

  it('stands still at SOURCE_DATE_EPOCH, or at 0, in deterministic mode', () => {
    const at = (epoch?: string) => clockFrom({ CTX_DETERMINISTIC: '1', SOURCE_DATE_EPOCH: epoch });
    expect(at('1700000000')).toMatchObject({ deterministic: true });
    expect([at('1700000000').now(), at().now(), at('').now()]).toEqual([1700000000000, 0, 0]);
  });

  it.each(['-5', 'soon', '1.5', '1700000000000'])(
    'refuses a time that is none, or none of our years: %s',
    (epoch) => {
      expect(() => clockFrom({ CTX_DETERMINISTIC: '1', SOURCE_DATE_EPOCH: epoch })).toThrow(RangeError);
    },
  );
});
