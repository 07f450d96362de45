import { expect, it } from 'vitest';
import { shellCommandItem } from './shell-commands.js';

const fence = '`'.repeat(3);

it.each([
  ['a line', 'Look.\n! git status\n', ['git status']],
  ['a line in backticks', 'Look.\n!`git status`\n', ['git status']],
  ['the middle of a sentence', 'On !`git branch` now.', ['git branch']],
  ['a fenced block', `Look.\n${fence}!\ngit status\nid\n${fence}\n`, ['git status', '    id', '    ']],
  ['a fenced block that never ends', `${fence}!\nid`, ['id']],
  ['a block with another fence, and a language', `~~~! sh\nid\n~~~`, ['id', '    ']],
])('a command that asks for a shell in %s needs trust, which shows it', (_, text, lines) => {
  expect(shellCommandItem('.claude/commands/x.md', text)?.lines).toEqual(lines);
});

it.each(['![a picture](x.png)', 'Really!', `${fence}sh\nls\n${fence}`, 'a != b'])(
  'one that says %j asks for none',
  (text) => {
    expect(shellCommandItem('.claude/commands/x.md', text)).toBeUndefined();
  },
);

it.each([
  ['empty lines', '\n'.repeat(1 << 20)],
  ['spaces behind a mark', `!a${' '.repeat(1 << 20)}b`],
  ['marks', '!'.repeat(1 << 20)],
  ['fences that never end', `${fence}!x\n${'~~~'}`.repeat(1 << 17)],
  ['marks with a backtick', '!`'.repeat(1 << 19)],
])('a megabyte of %s is read in the time that its reading takes', (_, text) => {
  expect(() => shellCommandItem('.claude/commands/x.md', text)).not.toThrow();
});
