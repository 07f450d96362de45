import { expect, it } from 'vitest';
import { queryFrom } from './query.js';

it('takes words and quoted phrases, none twice, in lower case', () => {
  expect(queryFrom(['One "two Three"', 'one']).terms).toEqual(['one', 'two three']);
});

it('refuses a query of megabytes: every word of it would be looked for everywhere', () => {
  const words = Array.from({ length: 700_000 }, (_, i) => `w${i}`);
  expect(() => queryFrom(words)).toThrow(expect.objectContaining({ code: 'text_too_large' }));
});
