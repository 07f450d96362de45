import { expect, it } from 'vitest';
import { freeShortId, isShortId, shortId } from './short-id.js';

it('short ids have one form, follow from the words, and differ where the words do', () => {
  const many = Array.from({ length: 50_000 }, (_, i) =>
    shortId(`task ${i} 2026-11-17T20:00:00.${i % 1000}Z`),
  );
  expect(many.every(isShortId)).toBe(true);
  expect(new Set(many).size).toBe(many.length);
  expect(shortId('the same')).toBe(shortId('the same'));
});

it('short ids cannot be taken for a number, a word of a mark or the id of what a person wrote', () => {
  for (const word of [
    '12345678',
    'habcdefg',
    'done',
    '#parser8',
    'abcdefg',
    'abcdefgh9',
    'Abcdefgh',
    'abcdefg1',
  ])
    expect([word, isShortId(word)]).toEqual([word, false]);
});

it('a short id that is taken gives way to another, the same one each time', () => {
  const first = shortId('a');
  const second = freeShortId('a', (id) => id === first);
  expect(isShortId(second) && second !== first).toBe(true);
  expect(freeShortId('a', (id) => id === first)).toBe(second);
});
