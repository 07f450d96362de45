import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isCanonicalText } from './canonical-text.js';
import { canonical } from './json.js';

it.each([
  '{}',
  '[]',
  '{"":1,"a":{"":{},"b":[]},"aa":[{"z":1},{"a":2}]}',
  '[1,-1,1e+21,1e-7,0.1,true,false,null,"a","\\u0000\\b\\t\\n\\u000b\\f\\r\\u001f","\\"\\\\","\\\\u0041","/","\u2028é😀\u007f"]',
  '{"10":1,"9":2,"__proto__":3,"a\\n":4,"€":5}',
])('takes %s for canonical', (text) => {
  expect(canonical(JSON.parse(text))).toBe(text);
  expect(isCanonicalText(text)).toBe(true);
});

it.each([
  ['a space', '{"a": 1}'],
  ['a line break at the end', '{"a":1}\r'],
  ['keys in another order', '{"b":1,"a":2}'],
  ['keys in another order behind an object', '{"b":{},"a":2}'],
  ['a key twice', '{"a":1,"a":2}'],
  ['the empty key twice', '{"":1,"":2}'],
  ['an escaped key out of order', '{"b":1,"\\u0061":2}'],
  ['numbers in order of their value', '{"9":1,"10":2}'],
  ['a number written long', '[1.0]'],
  ['minus zero', '[-0]'],
  ['a number that is none', '[1e999]'],
  ['an escape that need not be', '["\\u0041"]'],
  ['an escaped slash', '["\\/"]'],
  ['an escape in upper case', '["\\u001F"]'],
  ['a long form of a short escape', '["\\u000a"]'],
  ['half of a surrogate pair', '["\\ud800"]'],
  ['an escape behind an escaped backslash', '["\\\\\\u0041"]'],
])('does not take %s for canonical', (_, text) => {
  JSON.parse(text);
  expect(isCanonicalText(text)).toBe(false);
});

it('agrees with writing the value again, whatever the value', () => {
  const anything = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' });
  fc.assert(
    fc.property(anything, fc.boolean(), (value, pretty) => {
      const texts = [canonical(value), JSON.stringify(value, undefined, pretty ? 1 : 0)];
      for (const text of texts) expect(isCanonicalText(text)).toBe(text === canonical(JSON.parse(text)));
    }),
    { numRuns: 500 },
  );
});
