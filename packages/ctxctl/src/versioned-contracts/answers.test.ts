import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../ctx/test/folder.js';
import { answerProblems, writeAnswers } from './answers.js';

const varies = ['/score', '/matches/*'];
const lifecycle = {
  contract: 'protocol/v9',
  answers: { envelopes: ['2.0' as const], varies },
  steps: [],
  failures: [],
};

function problemsWith(answer: object, golden: object): readonly string[] {
  const root = temporaryFolder();
  const written = (data: object, name: string) =>
    writeAnswers(
      [{ envelope: '2.0', name: 'route', command: 'route', exitCode: 0, varies: [], answer: { data } }],
      lifecycle,
      join(root, name),
    );
  cpSync(written(golden, 'accepted'), join(root, 'golden'), { recursive: true });
  return answerProblems(written(answer, 'came'), join(root, 'golden'));
}

it('holds a list that follows from words to being a list, of whatever length', () => {
  const golden = { name: 'a', matches: [{ name: 'read', score: 1 }] };
  expect(problemsWith({ name: 'a', matches: [] }, golden)).toEqual([]);
  expect(problemsWith({ name: 'a', matches: [{ name: 'x' }, { name: 'y' }] }, golden)).toEqual([]);
  expect(problemsWith({ name: 'a', matches: null }, golden)).toEqual([
    '2.0/route.json: /data/matches is null, not "<list>"',
  ]);
});

it('holds every other list to its items, and a value that varies to its type', () => {
  expect(problemsWith({ names: ['a', 'b'] }, { names: ['a'] })).toEqual([
    '2.0/route.json: /data/names has another length',
  ]);
  expect(problemsWith({ score: 2 }, { score: 1 })).toEqual([]);
  expect(problemsWith({ score: '2' }, { score: 1 })).toHaveLength(1);
});
