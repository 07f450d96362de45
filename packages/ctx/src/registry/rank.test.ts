import { expect, it } from 'vitest';
import { rank, wordsOf } from './rank.js';

const documents = [
  { name: 'deploy', text: 'Ship a release to the servers' },
  { name: 'review', text: 'Look at a change before its release' },
  { name: 'notes', text: 'Write release notes' },
  { name: 'unrelated', text: 'Water the plants' },
];

it('puts what has the query’s words in its name first, and leaves out what has none of them', () => {
  const found = rank('Write the notes for this release', documents, 10);
  expect(found.map(({ name }) => name)).toEqual(['notes', 'deploy', 'review']);
  expect(found[0]?.words).toEqual(['note', 'write', 'release']);
  expect(found[0]?.score).toBeGreaterThan(found[1]?.score ?? Number.POSITIVE_INFINITY);
});

it('is cut to the limit, and orders equals by name', () => {
  const twins = [
    { name: 'b', text: 'same words' },
    { name: 'a', text: 'same words' },
  ];
  expect(rank('same', twins, 5).map(({ name }) => name)).toEqual(['a', 'b']);
  expect(rank('same', twins, 1)).toHaveLength(1);
});

it('finds nothing for nothing', () => {
  expect(rank('', documents, 5)).toEqual([]);
  expect(rank('the and of', documents, 5)).toEqual([]);
  expect(rank('deploy', [], 5)).toEqual([]);
});

it.each([
  ['readFile and HTTPServer2', ['read', 'file', 'httpserver2']],
  ['the queries of classes', ['query', 'classe']],
  ['Grüße an alle', ['grüße', 'alle']],
  ['his gas glass', ['his', 'gas', 'glass']],
])('takes %j apart into %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});
