import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { countInFile } from './count-in-file.js';

function counted(content: string, wanted: string): number {
  const path = join(temporaryFolder(), 'f');
  writeFileSync(path, content);
  const descriptor = openSync(path, 'r');
  try {
    return countInFile(descriptor, Buffer.from(wanted));
  } finally {
    closeSync(descriptor);
  }
}

it.each([
  ['nothing', '', 'ab', 0],
  ['one', 'xaby', 'ab', 1],
  ['two side by side', 'abab', 'ab', 2],
  ['none twice', 'aaa', 'aa', 1],
])('counts %s', (_, content, wanted, expected) => {
  expect(counted(content, wanted)).toBe(expected);
});

it('counts what begins in one chunk and ends in the next', () => {
  const chunk = 1 << 22;
  for (const before of [chunk - 2, chunk - 1, chunk, chunk + 1]) {
    expect(counted(`${'x'.repeat(before)}abc${'x'.repeat(chunk)}abc`, 'abc')).toBe(2);
  }
});
