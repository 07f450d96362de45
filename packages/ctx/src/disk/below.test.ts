import { join } from 'node:path';
import { expect, it } from 'vitest';
import { below } from './below.js';

const parts = [
  'a',
  '.a',
  '..a',
  'a.',
  'a..',
  '.',
  '..',
  '/',
  '/a',
  '/a/b',
  'a/',
  'a/b',
  './a',
  '../a',
  'a/..',
  'a//b',
  '',
  'a\\b',
];

it('puts paths together as join does, tidy or not', () => {
  for (const folder of [...parts, '/a/./b', '/a/../b', '//a'])
    for (const name of parts) {
      expect([folder, name, below(folder, name)]).toEqual([folder, name, join(folder, name)]);
      for (const last of parts) expect(below(folder, name, last)).toBe(join(folder, name, last));
    }
});
