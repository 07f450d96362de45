import { expect, it } from 'vitest';
import { LetThrough } from './let-through.js';

it('knows every call that was let through, the newest and older ones, and no other', () => {
  const calls = new LetThrough();
  expect(calls.has('a')).toBe(false);
  for (const id of ['a', 'b', 'c']) calls.add(id);
  expect(['c', 'a', 'b', 'd', 'c', 'a'].map((id) => calls.has(id))).toEqual([
    true,
    true,
    true,
    false,
    true,
    true,
  ]);
  calls.add('d');
  expect(['d', 'b', 'e'].map((id) => calls.has(id))).toEqual([true, true, false]);
});
