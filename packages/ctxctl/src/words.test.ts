import { expect, it } from 'vitest';
import { Failure, type Where } from '../../ctx/src/kit/failures.js';
import { codes, fail } from './codes.js';
import { inWords } from './words.js';

const anyFacts: Where = new Proxy(
  { operation: 'read', target: 'sample' },
  { get: (has, name) => (name in has ? 'sample' : ['sample']) },
);

it.each(Object.entries(codes()))('%s is said in one sentence, with a next step', (name, row) => {
  const { message, hint } = inWords(new Failure(name, row, anyFacts));
  expect(message).toMatch(/^\S[^\n]*\S\.$/);
  expect(hint).toMatch(/^\S[^\n]*[.?]$/);
});

it('names the surfaces where none is near', () => {
  const failure = fail('demand_surface_unknown', { operation: 'add', target: 'x', surfaces: ['a', 'b'] });
  expect(inWords(failure).hint).toBe('Choose from: a, b.');
});
