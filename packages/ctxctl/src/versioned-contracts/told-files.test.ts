import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../ctx/test/folder.js';
import { toldProblems } from './told-files.js';

const varies = ['/hash', '/output', '/pool/*'];
const golden = {
  's.jsonl': '{"hash":"a","output":"Wrote it.","pool":[1],"seq":0}\n{"hash":"b","seq":1}\n',
  'x.json': '{"schema":"ctx.export/1"}',
  'x.png': 'a picture',
};

function problems(changed: Readonly<Record<string, string>>): readonly string[] {
  return toldProblems(temporaryFolder(changed), temporaryFolder(golden), varies);
}

it('lets words, digests over them and pictures differ', () => {
  const lines = '{"hash":"c","output":"It is written.","pool":[],"seq":0}\n{"hash":"d","seq":1}\n';
  expect(problems({ ...golden, 's.jsonl': lines, 'x.png': 'another picture' })).toEqual([]);
});

it.each([
  ['another value', { 's.jsonl': golden['s.jsonl'].replace('"seq":1', '"seq":2') }, '/1/seq is 2, not 1'],
  [
    'a member more',
    { 's.jsonl': golden['s.jsonl'].replace('"seq":1', '"seq":1,"x":1') },
    '/1/x is undefined',
  ],
  ['a member less', { 's.jsonl': golden['s.jsonl'].replace('"hash":"b",', '') }, '/1/hash is undefined'],
  ['a record less', { 's.jsonl': golden['s.jsonl'].split('\n')[0] ?? '' }, 'has another length'],
  ['another type', { 's.jsonl': golden['s.jsonl'].replace('"Wrote it."', '7') }, '/0/output'],
  ['a file more', { 'y.json': '{}' }, 'y.json: it has no golden'],
])('finds %s', (_, changed, says) => {
  expect(problems({ ...golden, ...changed })).toEqual([expect.stringContaining(says)]);
});

it('finds a file that is gone', () => {
  const { 'x.png': _, ...others } = golden;
  expect(problems(others)).toEqual(['x.png: it is not there']);
});
