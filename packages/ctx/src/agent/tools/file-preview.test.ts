// The diff that a person is asked about.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folder.js';
import { diffText } from './file-preview.js';

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `${from + i}\n`).join('');

it.each([
  ['a new file', '', 'one\n'],
  ['a new file of several lines', '', 'one\ntwo\nthree\n'],
  ['a file that becomes empty', 'one\ntwo\n', ''],
  ['a single line', 'one\n', 'two\n'],
  ['two places far apart', numbers(1, 40), numbers(1, 40).replace('5\n', 'five\n').replace('33\n', '')],
  ['lines at the end', numbers(1, 9), numbers(1, 12)],
])('says where it begins and how long it is, as git does: %s', (_, before, after) => {
  const folder = temporaryFolder({ before, after });
  const { stdout } = spawnSync(
    'git',
    ['diff', '--no-index', '--no-color', join(folder, 'before'), join(folder, 'after')],
    { encoding: 'utf8', env: { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null' } },
  );
  const headers = (text: string) => text.match(/^@@ -\S+ \+\S+ @@/gm);
  expect(headers(stdout)).not.toBeNull();
  expect(headers(diffText('a', before, after))).toEqual(headers(stdout));
});
