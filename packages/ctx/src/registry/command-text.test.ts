import { expect, it } from 'vitest';
import { describe, parseCommand } from './command-text.js';

it.each([
  ['the description of the front matter', '---\ndescription: Does it\n---\n# Title\n', 'Does it'],
  ['it on one line', '---\ndescription: |\n  Does\n  it\n---\n', 'Does it'],
  ['it with Windows line ends', '---\r\ndescription: Does it\r\n---\r\nbody', 'Does it'],
  ['the first line of text where there is no front matter', '\n\n# Do   it\n\nmore', 'Do it'],
  ['the first line of text where the front matter has no description', '---\nname: x\n---\nDo it\n', 'Do it'],
  ['the first line of text where the description is no text', '---\ndescription: [1]\n---\nDo it\n', 'Do it'],
  ['the first line of text where the front matter is a list', '---\n- a\n---\nDo it\n', 'Do it'],
  [
    'that the front matter is broken',
    '---\ndescription: [\n---\nDo it\n',
    '(its front matter is not valid YAML)',
  ],
  ['nothing of an empty file', '', ''],
  ['a rule in the text for no front matter', 'Do it\n---\ndescription: no\n---\n', 'Do it'],
])('takes %s', (_, markdown, expected) => {
  expect(describe(markdown)).toBe(expected);
});

it('runs no code that a front matter names', () => {
  expect(describe('---\ndescription: !!js/function "function () {}"\n---\nx')).toBe(
    '(its front matter is not valid YAML)',
  );
});

const bomb = Array.from({ length: 40 }, (_, i) => {
  const name = (n: number) => `a${n}`;
  return i === 0 ? 'a0: &a0 [x, x]' : `${name(i)}: &${name(i)} [*${name(i - 1)}, *${name(i - 1)}]`;
}).join('\n');

it.each([
  ['that unfolds into more than memory holds', bomb],
  ['that nests without end', '['.repeat(10_000)],
  ['that is a book', `a: ${'x'.repeat(1 << 20)}`],
])('front matter %s is a problem, and nothing of it is kept', (_, front) => {
  const { fields, problem } = parseCommand(`---\n${front}\n---\nbody\n`);
  expect(problem).toMatch(/front matter/);
  expect(fields).toEqual({});
});
