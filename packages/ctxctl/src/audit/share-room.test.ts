import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fairShares, linesWithin } from './share-room.js';

it('gives all that is needed where there is room, and shares alike where there is not', () => {
  expect(fairShares([10, 20], 100)).toEqual([10, 20]);
  expect(fairShares([10, 1000, 1000], 110)).toEqual([10, 50, 50]);
  expect(fairShares([5, 5], -3)).toEqual([0, 0]);
  expect(fairShares([], 10)).toEqual([]);
});

it('never gives more than there is, or than somebody needs', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(500)), fc.nat(2000), (needs, room) => {
      const given = fairShares(needs, room);
      expect(given.reduce((all, each) => all + each, 0)).toBeLessThanOrEqual(room);
      expect(given.every((each, i) => each <= (needs[i] ?? 0))).toBe(true);
    }),
  );
});

it('keeps whole lines, and says how many are left', () => {
  expect(linesWithin(['aa', 'bb', 'cc'], 8, 2)).toEqual({ shown: ['aa', 'bb'], left: 1 });
  expect(linesWithin(['aa'], 4, 2)).toEqual({ shown: ['aa'], left: 0 });
  expect(linesWithin([], 4, 2)).toEqual({ shown: [], left: 0 });
});

it('shows the beginning of a first line that is too long, and cuts no character in half', () => {
  const { shown, left } = linesWithin(['🎉'.repeat(40)], 40, 2);
  expect(shown[0]?.isWellFormed()).toBe(true);
  expect(shown[0]).toMatch(/^🎉+…$/u);
  expect(left).toBe(1);
});
