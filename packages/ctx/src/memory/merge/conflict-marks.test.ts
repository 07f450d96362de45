import { expect, it } from 'vitest';
import { conflictLine, sidesOf } from './conflict-marks.js';

it('a file with marks is taken apart into its versions', () => {
  const text = 'a\n<<<<<<< HEAD\nmine\n=======\nyours\n>>>>>>> theirs\nb\n';
  expect(conflictLine(text)).toBe(2);
  expect(sidesOf(text)).toEqual({ base: 'a\nb\n', ours: 'a\nmine\nb\n', theirs: 'a\nyours\nb\n' });
});

it('the version before both is taken from where git wrote it down', () => {
  const text = '<<<<<<< HEAD\r\nmine\r\n||||||| 1234\r\nold\r\n=======\r\n>>>>>>> theirs\r\n';
  expect(sidesOf(text)).toEqual({ base: 'old\r\n', ours: 'mine\r\n', theirs: '' });
});

it('a line under a title is no mark', () => {
  expect(sidesOf('Title\n=======\ntext')).toEqual({
    base: 'Title\n=======\ntext',
    ours: 'Title\n=======\ntext',
    theirs: 'Title\n=======\ntext',
  });
  expect(conflictLine('Title\n=======\n')).toBeUndefined();
});

it.each([
  ['that never ends', '<<<<<<< HEAD\na\n=======\nb\n'],
  ['that never began', 'a\n>>>>>>> theirs\n'],
  ['in another', '<<<<<<< HEAD\n<<<<<<< HEAD\n=======\n>>>>>>> x\n'],
  ['with two middles', '<<<<<<< HEAD\na\n=======\nb\n=======\nc\n>>>>>>> x\n'],
  ['without a middle', '<<<<<<< HEAD\na\n>>>>>>> x\n'],
])('a mark %s is not guessed at', (_, text) => {
  expect(conflictLine(text)).toBeGreaterThan(0);
  expect(sidesOf(text)).toBeUndefined();
});
