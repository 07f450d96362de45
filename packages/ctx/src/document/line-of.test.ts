import { expect, it } from 'vitest';
import { lineOf } from './line-of.js';

const text = `# a comment
name: x
list:
  - on: true
    off: { deep: [1, 2] }
  - second
"quoted": |
  text
  more
last: 1
`;

it.each([
  ['a key', ['name'], 2],
  ['an item', ['list', 1], 6],
  ['a key of an item', ['list', 0, 'off'], 5],
  ['what stands in braces', ['list', 0, 'off', 'deep', 1], 5],
  ['a key in quotes', ['quoted'], 7],
  ['what comes after a text of several lines', ['last'], 10],
  ['what is not there, by what it would be in', ['list', 0, 'nothing'], 4],
  ['the document itself', [], 2],
])('finds %s', (_, path, line) => {
  expect(lineOf(text, path)).toBe(line);
});

it('takes JSON, and a document that is empty', () => {
  expect(lineOf('{\n "a": {\n  "b": 1\n }\n}', ['a', 'b'])).toBe(3);
  expect(lineOf('', ['a'])).toBe(1);
});
