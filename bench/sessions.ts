// What the harness adds to a model's own time, and what long sessions and full folders cost.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { limited, processRatios, type Row } from './measure.js';
import { ctx, dist, inFolder } from './place.js';
import type { Suite } from './run.js';
import { drive } from './run-driver.js';

const suite: Suite = {
  title: 'Sessions',
  async run() {
    return [
      ...(await manyTurns()),
      ...(await openSession()),
      await watched(),
      await gathered(),
      await streamed(),
      ...(await inFolder(wholeProcesses)),
    ];
  },
};

export default suite;

async function manyTurns(): Promise<Row[]> {
  const figure = await drive<'cpuMsPerCall' | 'lastToFirst' | 'maxRssMb'>('many-turns');
  return [
    limited('harness overhead a model call', figure('cpuMsPerCall'), 1, 'ms of CPU'),
    limited('10,000 turns: the last thousand to the first', figure('lastToFirst'), 1.3, '×'),
    limited('10,000 turns: memory', figure('maxRssMb'), 200, 'MB'),
    limited('held of a further turn, with answers of 100 characters', await heldOf(100), 1.5, 'KB'),
    limited('held of a further turn, with answers of 20,000 characters', await heldOf(20_000), 1.5, 'KB'),
  ];
}

/** In KB, over ten thousand turns. */
async function heldOf(characters: number): Promise<number> {
  const figure = await drive<'bytesPerTurn'>('held-by-turns', ['10000', String(characters)], 1);
  return figure('bytesPerTurn') / 1000;
}

async function openSession(): Promise<Row[]> {
  const figure = await drive<'openMs' | 'parseMs'>('open-session');
  return [
    limited('opening 100,000 records for resume', figure('openMs') / 1000, 1.5, 's'),
    limited('the same, to reading and parsing the file', figure('openMs') / figure('parseMs'), 2, '×'),
  ];
}

async function watched(): Promise<Row> {
  const figure = await drive<'lookMs'>('watch-workspace');
  return limited('a look at a workspace of 10,000 files', figure('lookMs'), 50, 'ms of CPU');
}

async function gathered(): Promise<Row> {
  const figure = await drive<'gatherMs'>('gather-context', [dist]);
  return limited('gathering context in a repository of 10,000 files', figure('gatherMs'), 30, 'ms');
}

async function streamed(): Promise<Row> {
  const figure = await drive<'share'>('stream-text');
  return limited('showing text as it comes, to the model’s own time', figure('share'), 1, '%');
}

function wholeProcesses(folder: string): Row[] {
  writeFileSync(join(folder, 's.yaml'), 'model: script/1\nreplies: [{ say: Done. }]\n');
  const first = ['run', '--task', 'Go.', '--model', 'script:s.yaml', '--out', 'first.jsonl'];
  spawnSync(process.execPath, [ctx, ...first], { cwd: folder });
  const many = join(folder, 'many');
  mkdirSync(many);
  for (let i = 0; i < 10_000; i++) cpSync(join(folder, 'first.jsonl'), join(many, `session-${i}.jsonl`));
  const run = [ctx, 'run', '--task', 'Go.', '--model', 'script:s.yaml', '--output-format', 'json'];
  return processRatios(
    [
      { name: 'run of a one-turn script', argv: run, cwd: folder, limit: 2.5 },
      {
        name: 'list-sessions with 10,000 in the folder',
        argv: [ctx, 'list-sessions', '--sessions-dir', many, '--output-format', 'json'],
        cwd: folder,
        limit: 4,
      },
    ],
    21,
  );
}
