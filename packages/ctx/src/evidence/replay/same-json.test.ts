import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonical } from '../../protocol/json.js';
import { isSame } from './same-json.js';

it.each<[unknown, unknown, boolean]>([
  [{ a: 1, b: [2, { c: null }] }, { b: [2, { c: null }], a: 1 }, true],
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [{ a: 1 }, { a: 1, b: undefined }, true],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ a: 1, b: 2 }, { a: 1 }, false],
  [{ a: 1 }, { b: 1 }, false],
  [{ toString: 1 }, {}, false],
  [[1, 2], [2, 1], false],
  [[1], [1, 2], false],
  [[], {}, false],
  [{}, [], false],
  [null, {}, false],
  [0, -0, false],
  ['1', 1, false],
])('of %j and %j says %s', (a, b, same) => {
  expect(isSame(a, b)).toBe(same);
});

it('says the same as their canonical texts', () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  fc.assert(
    fc.property(value, value, (a, b) => {
      fc.pre(!canonical([a, b]).includes('\\u') && !Object.is(a, -0) && !Object.is(b, -0));
      const again: unknown = JSON.parse(canonical(a));
      expect(isSame(again, JSON.parse(canonical(again)))).toBe(true);
      expect(isSame(again, b)).toBe(canonical(again) === canonical(b));
    }),
  );
});
