import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonical } from './json.js';

it('sorts keys by UTF-16 and leaves no space', () => {
  expect(canonical({ b: [1, { d: null, c: 'é' }], a: true })).toBe('{"a":true,"b":[1,{"c":"é","d":null}]}');
});

it('gives one text for one value, whatever the order of its keys', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const backwards = Object.fromEntries(Object.entries(value).reverse());
      expect(canonical(backwards)).toBe(canonical(value));
      expect(JSON.parse(canonical(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

it('refuses what has no JSON or no UTF-8 form', () => {
  expect(() => canonical(undefined)).toThrow(TypeError);
  expect(() => canonical(Number.NaN)).toThrow();
  expect(() => canonical({ text: '\ud800' })).toThrow('surrogate');
});
