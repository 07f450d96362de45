import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folder.js';
import type { Entry } from '../entry.js';
import { localSource } from './local-source.js';

const skill: Entry = {
  id: 'skill:a/b',
  kind: 'skill',
  name: 'b',
  summary: 'does b',
  source: 'https://example.com/b',
  tags: [],
};

it('takes a source that stays the same after two readings', () => {
  const { take, readings } = changing();
  expect(take()).toEqual({ LICENSE: 'MIT', 'SKILL.md': 'one', 'a.md': 'one' });
  expect(readings()).toBe(2);
});

const rest = { LICENSE: 'MIT', 'SKILL.md': 'one' };

it.each<[string, (folder: string) => void, object]>([
  ['was written anew', (folder) => writeFileSync(join(folder, 'a.md'), 'two'), { ...rest, 'a.md': 'two' }],
  ['was removed', (folder) => rmSync(join(folder, 'a.md')), rest],
  ['was added', (folder) => writeFileSync(join(folder, 'b'), 'new'), { ...rest, 'a.md': 'one', b: 'new' }],
  [
    'became a program',
    (folder) => chmodSync(join(folder, 'a.md'), 0o755),
    { ...rest, 'a.md': 'one, a program' },
  ],
])('reads again where a file %s meanwhile', (_, change, expected) => {
  const { take, readings } = changing(change);
  expect(take()).toEqual(expected);
  expect(readings()).toBe(3);
});

it('refuses a source that is another at every reading', () => {
  let version = 0;
  const change = (folder: string) => writeFileSync(join(folder, 'a.md'), `version ${version++}`);
  const { take } = changing(change, change, change, change);
  expect(take).toThrow(expect.objectContaining({ code: 'catalog_source_gone' }));
});

/** A skill whose source is changed after its first readings. */
function changing(...changes: readonly ((folder: string) => void)[]) {
  const folder = temporaryFolder({ 'SKILL.md': 'one', 'a.md': 'one', LICENSE: 'MIT' });
  const left = [...changes];
  let readings = 0;
  const afterReading = () => {
    readings += 1;
    left.shift()?.(folder);
  };
  const take = () => {
    const { files } = localSource(skill, folder, afterReading);
    return Object.fromEntries(
      files.map(({ path, bytes, executable }) => [path, `${bytes}${executable ? ', a program' : ''}`]),
    );
  };
  return { take, readings: () => readings };
}
