import { readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folder.js';
import { until } from '../../../test/processes.js';
import { sha256 } from '../../disk/digest.js';
import { Failure } from '../../protocol/failure.js';
import { digestMeanwhile } from './digest-meanwhile.js';

it.each([0, 1, (1 << 20) - 1, 1 << 20, 3_000_000])(
  'the digest of %i bytes is the same by another thread and by this one',
  (size) => {
    const content = Buffer.alloc(size, 'ab\u2028c');
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, content);
    expect([digestMeanwhile(file, 0)(), digestMeanwhile(file)()]).toEqual([sha256(content), sha256(content)]);
  },
);

it('many at once are each of their own file', () => {
  const folder = temporaryFolder();
  const contents = Array.from({ length: 8 }, (_, i) => Buffer.alloc(2_000_000 + i, String(i)));
  const digests = contents.map((content, i) => {
    writeFileSync(join(folder, String(i)), content);
    return digestMeanwhile(join(folder, String(i)), 0);
  });
  expect(digests.map((digest) => digest())).toEqual(contents.map(sha256));
});

it('leaves no descriptor open, whether anybody asks for the digest or not', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, 'x');
  for (const atLeast of [0, 2]) {
    digestMeanwhile(file, atLeast);
    digestMeanwhile(file, atLeast)();
  }
  await until(() => descriptorsOf(file) === 0);
});

/** How many descriptors of this process lead to a file. */
function descriptorsOf(file: string): number {
  const folder = '/proc/self/fd';
  return readdirSync(folder).filter((name) => {
    try {
      return readlinkSync(join(folder, name)) === file;
    } catch {
      return false;
    }
  }).length;
}

it('what is not there fails for who asks for its digest', () => {
  const file = join(temporaryFolder({ a: 'x' }), 'a');
  rmSync(file);
  for (const digest of [digestMeanwhile(file, 0), digestMeanwhile(temporaryFolder(), 0)])
    expect(digest).toThrow(Failure);
});
