import canonicalizeJson from 'canonicalize';
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

it('writes what the package canonicalize writes, and refuses what it refuses', () => {
  const outcome = (write: () => string | undefined) => {
    try {
      return write() ?? 'refused';
    } catch {
      return 'refused';
    }
  };
  const same = (value: unknown) => {
    expect(outcome(() => canonical(value))).toBe(outcome(() => canonicalizeJson(value)));
  };
  const texts = fc.string({ unit: 'binary' });
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 5 }), same), { seed: 8785, numRuns: 300 });
  fc.assert(
    fc.property(fc.anything({ withDate: true, withMap: true, withSet: true, withSparseArray: true }), same),
    {
      seed: 8785,
      numRuns: 300,
    },
  );
  fc.assert(fc.property(fc.dictionary(texts, fc.oneof(texts, fc.double(), fc.constant(undefined))), same), {
    seed: 8785,
    numRuns: 300,
  });
});
