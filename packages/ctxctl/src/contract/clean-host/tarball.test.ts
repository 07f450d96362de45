// Tarballs of strangers: what is read of them, and what is refused. Nothing of them is ever unpacked.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../ctx/test/folder.js';
import { foreignFiles, tarballOf, tarEntry } from '../../../test/foreign-package.js';
import { parseManifest } from './manifest.js';
import { matchesAny } from './patterns.js';
import { packingProblems, readPacked } from './tarball.js';

function tarballWith(...entries: readonly Buffer[]): string {
  const file = join(temporaryFolder(), 'x.tgz');
  const [manifest = '', program = ''] = Object.values(foreignFiles());
  const own = [tarEntry('package/package.json', '0', manifest), tarEntry('package/tidy.js', '0', program)];
  writeFileSync(file, gzipSync(Buffer.concat([...own, ...entries, Buffer.alloc(1024)])));
  return file;
}

const nothing = { has: [], hasNot: [] };

describe('a tarball', () => {
  it('is read whatever its first folder is called', () => {
    const { manifest, files } = readPacked(tarballOf(foreignFiles(), 'somebody-repo-1234/'));
    expect([manifest.name, manifest.programs, [...files.keys()]]).toEqual([
      'tidy',
      { tidy: 'tidy.js' },
      ['package.json', 'tidy.js'],
    ]);
  });

  it('takes long names from the headers before them', () => {
    const name = `package/${'deep/'.repeat(40)}file.js`;
    const record = `${name.length + 10} path=${name}\n`;
    const { files } = readPacked(
      tarballWith(
        tarEntry('pax', 'x', record),
        tarEntry('package/short', '0', 'x'),
        tarEntry('gnu', 'L', `${name}2\0`),
        tarEntry('package/short', '0', 'y'),
      ),
    );
    expect([...files.keys()].slice(2)).toEqual([name.slice(8), `${name.slice(8)}2`]);
  });

  it.each([
    [
      'climbs out of the folder',
      tarEntry('package/../../../etc/cron.d/x', '0', 'x'),
      'it leads out of the package: package/../../../etc/cron.d/x',
    ],
    ['is absolute', tarEntry('/etc/passwd', '0', 'x'), 'it leads out of the package: /etc/passwd'],
    [
      'uses the other slash',
      tarEntry('package/..\\..\\x', '0', 'x'),
      'it leads out of the package: package/..\\..\\x',
    ],
    [
      'is a link',
      tarEntry('package/link', '2', '', '/etc/passwd'),
      'it is not a regular file, so npm leaves it out: link',
    ],
    [
      'is a device',
      tarEntry('package/device', '3', ''),
      'it is not a regular file, so npm leaves it out: device',
    ],
  ])('with an entry that %s is a broken package', (_, entry, problem) => {
    expect(packingProblems(readPacked(tarballWith(entry)), nothing)).toEqual([problem]);
  });

  it.each([
    ['is none', Buffer.from('hello, I am no tarball')],
    ['is empty', Buffer.alloc(0)],
    ['is damaged', Buffer.concat([gzipSync(Buffer.alloc(4096, 'x')).subarray(0, 30)])],
    ['is cut off', gzipSync(tarEntry('package/package.json', '0', 'x'.repeat(2000)).subarray(0, 1024))],
    ['has no package.json', gzipSync(tarEntry('package/x', '0', 'x'))],
    ['has a package.json that is no JSON', gzipSync(tarEntry('package/package.json', '0', '{'))],
    ['has a list for a package.json', gzipSync(tarEntry('package/package.json', '0', '[]'))],
    [
      'has a name that leads out',
      gzipSync(tarEntry('package/package.json', '0', '{"name":"../x","version":"1.0.0"}')),
    ],
    ['has no version', gzipSync(tarEntry('package/package.json', '0', '{"name":"x"}'))],
  ])('that %s is refused', (_, bytes) => {
    const file = join(temporaryFolder(), 'x.tgz');
    writeFileSync(file, bytes);
    expect(() => readPacked(file)).toThrow(/^it|^its/);
  });
});

it('refuses a program whose name is a path, and takes one file for a program of the package’s name', () => {
  const manifest = (bin: unknown) => JSON.stringify({ name: '@scope/tidy', version: '1.0.0', bin });
  expect(() => parseManifest(manifest({ '../../evil': 'x.js' }))).toThrow('has a name that is none');
  expect(parseManifest(manifest('./x.js')).programs).toEqual({ tidy: 'x.js' });
});

it.each([
  [['dist'], 'dist/a/b.js', true],
  [['*.js'], 'a/b.js', false],
  [['**/*.js'], 'b.js', true],
  [['**/*.test.*'], 'a/b.test.js', true],
  [['a', '!a/b'], 'a/b/c', false],
  [['~/.config/x+y'], '~/.config/xxy', false],
])('takes the patterns %j for %s: %s', (patterns, path, expected) => {
  expect(matchesAny(patterns, path)).toBe(expected);
});
