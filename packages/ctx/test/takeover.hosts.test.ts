// `ctx run --store` on a real server: killed at its own moments and taken over by the same line on another machine; frozen, taken over
// and woken again, on the same machine and in the same folder.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SessionRecord } from '../src/protocol/records.js';
import { cleanEnvironment, runBuilt } from './built.js';
import { envelopeOf } from './envelope.js';
import { temporaryFolder } from './folder.js';
import { git } from './git.js';
import { appears } from './held-clock.js';
import { runCtx } from './in-process.js';
import { moments } from './killed-at.js';
import { type Postgres, startPostgres } from './postgres.js';
import { setUp } from './postgres-fleet.js';
import { recordsOf, startBuilt } from './session-files.js';

let server: Postgres;
let url: string;

beforeAll(async () => {
  server = await startPostgres();
  url = server.database('takeover');
  await (await setUp(url)).close();
});

afterAll(() => server.close());

const steps = 3;

/** A project, and a clone of it on another machine. `mark` gets a line when a command begins; `hold` keeps the first one from ending. */
function machines(mark: string, hold = ''): readonly [string, string] {
  const replies = Array.from({ length: steps }, (_, i) => ({
    say: `Step ${i}.`,
    call: [
      { tool: 'bash', input: { command: `echo ${i} >> effects.txt; pwd >> ${mark}${i === 0 ? hold : ''}` } },
      { tool: 'write', input: { path: `step-${i}.txt`, content: `step ${i}\n` } },
    ],
  }));
  const root = temporaryFolder({
    's.yaml': JSON.stringify({ model: 'script/1', replies: [...replies, { say: 'All done.' }] }),
    'c.yaml': JSON.stringify({
      model: 'script:s.yaml',
      scratch: true,
      runs: [{ run_id: 'r1', task: 'Do all steps.' }],
    }),
    '.gitignore': '.context/\n',
  });
  git(root, 'init', '-q', '-b', 'main');
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'One');
  const other = temporaryFolder();
  git(other, 'clone', '-q', root, 'clone');
  return [root, join(other, 'clone')];
}

const runOf = (id: string) => [
  'run',
  'c.yaml',
  '--store',
  url,
  '--session-id',
  id,
  '--output-format',
  'stream-json',
];
const expire = (id: string) =>
  server.sql(
    `update ctx.session set lease_until = clock_timestamp() - interval '1 second' where id = '${id}'`,
    'takeover',
  );
const logIn = (root: string, id: string) => join(root, `.context/sessions/${id}.jsonl`);
const recordsIn = (lines: readonly string[]): SessionRecord[] =>
  lines.map((line) => JSON.parse(line)).filter(({ hash }) => hash !== undefined);
const linesInStore = (id: string) =>
  server.sql(`select line from ctx.record where session = '${id}' order by seq`, 'takeover').split('\n');

async function expectSound(root: string, id: string, home: string): Promise<readonly SessionRecord[]> {
  const path = logIn(root, id);
  expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toEqual(linesInStore(id));
  const outside = { cwd: root, env: cleanEnvironment(home) };
  const verified = envelopeOf(await runCtx(['verify', path, '--output-format', 'json'], outside));
  expect(verified.data).toMatchObject({ verdict: 'pass' });
  expect((await runCtx(['replay', path, '--verify'], outside)).exitCode).toBe(0);
  return recordsOf(path);
}

/** What the log says was done is what the workspace holds. */
function expectCoherent(root: string, id: string, log: readonly SessionRecord[]): void {
  const interrupted = new Set(
    log.flatMap((record) => (record.type === 'tool.returned' && record.interrupted ? [record.call_id] : [])),
  );
  const done = log.flatMap((record) =>
    record.type === 'tool.requested' && !interrupted.has(record.call_id) ? [Object(record.input)] : [],
  );
  const folder = join(root, '.context/scratch', id);
  const effects = existsSync(join(folder, 'effects.txt'))
    ? readFileSync(join(folder, 'effects.txt'), 'utf8')
    : '';
  expect(effects).toBe(
    done
      .map(({ command = '' }) => String(command).slice(5, 6))
      .filter(Boolean)
      .map((n) => `${n}\n`)
      .join(''),
  );
  expect(readdirSync(folder).filter((name) => name.startsWith('step-'))).toEqual(
    done.flatMap(({ path }) => (typeof path === 'string' ? [path] : [])),
  );
}

const kills = 16;

it(`survives kill -9 at ${kills} moments, on another machine, with the files as the log tells them`, async () => {
  const { count, dieAt } = moments();
  const mark = join(temporaryFolder(), 'started');
  const alive = (id: string) => async (env: Record<string, string>) =>
    expect(
      await runBuilt('ctx', runOf(id), { cwd: machines(mark)[0], env: { ...env, WATCH_SOCKETS: '1' } }),
    ).toMatchObject({ exitCode: 0 });
  await alive('first')({});
  const all = await count(alive('counted'));
  const seen = { begun: 0, takenOver: 0, interrupted: 0, finished: 0 };
  const killOnce = async (moment: number) => {
    const id = `kill-${moment}`;
    const [root, other] = machines(mark);
    const killed = startBuilt(runOf(id), root, { ...dieAt(moment), WATCH_SOCKETS: '1' });
    expect(await killed.ended).toMatchObject({ signal: 'SIGKILL' });
    const acknowledged = recordsIn(killed.lines());
    expire(id);
    const home = temporaryFolder();
    const next = await startBuilt(runOf(id), other, { HOME: home }).ended;
    expect([moment, next.code, next.stderr]).toEqual([moment, 0, '']);
    const log = await expectSound(other, id, home);
    expect(log.slice(0, acknowledged.length)).toEqual(acknowledged);
    const isOver = acknowledged.at(-1)?.type === 'run.closed';
    const claims = log.filter(({ type }) => type === 'session.claimed').length;
    if (claims === 2) expectCoherent(other, id, log);
    if (log.some((record) => record.type === 'tool.returned' && record.interrupted)) seen.interrupted += 1;
    seen[isOver ? 'finished' : claims === 2 ? 'takenOver' : 'begun'] += 1;
  };
  const chosen = Array.from({ length: kills }, (_, i) => 1 + Math.floor((i * all) / kills));
  for (let done = 0; done < kills; done += 2) await Promise.all(chosen.slice(done, done + 2).map(killOnce));
  process.stdout.write(
    `kill -9 at ${kills} of ${all} moments of a shared session: ${JSON.stringify(seen)}\n`,
  );
  expect(seen.takenOver).toBeGreaterThan(kills / 4);
}, 900_000);

it.each(['on another machine', 'in the same folder'])(
  'a frozen process that wakes after it was taken over %s appends nothing, starts nothing, and says so',
  async (where) => {
    const id = `frozen-${where.replaceAll(' ', '-')}`;
    const folder = temporaryFolder();
    const mark = join(folder, 'started');
    const [root, clone] = machines(mark, `; until [ -e ${folder}/never ]; do sleep 0.1; done`);
    const other = where === 'in the same folder' ? root : clone;
    const zombie = startBuilt(runOf(id), root);
    await appears(mark);
    zombie.child.kill('SIGSTOP');
    expire(id);
    const home = temporaryFolder();
    expect(await startBuilt(runOf(id), other, { HOME: home }).ended).toMatchObject({ code: 0, stderr: '' });
    const [lines, started] = [linesInStore(id), readFileSync(mark, 'utf8')];
    zombie.child.kill('SIGCONT');
    // It answers as whoever took over did, and has told nothing of what that one wrote.
    expect(await zombie.ended).toMatchObject({ code: 0 });
    expect(linesInStore(id)).toEqual(lines);
    expect(readFileSync(mark, 'utf8')).toBe(started);
    const log = await expectSound(other, id, home);
    const told = recordsIn(zombie.lines());
    expect(log.slice(0, told.length)).toEqual(told);
    expect(told.filter(({ type }) => type === 'session.claimed')).toHaveLength(1);
    expectCoherent(other, id, log);
    expect(readdirSync(join(root, '.context/sessions')).some((name) => name.includes('.lost-epoch-'))).toBe(
      true,
    );
  },
  300_000,
);

it('what Ctrl-C left goes on with the same line, and the answer counts all of it', async () => {
  const folder = temporaryFolder();
  const mark = join(folder, 'started');
  const [root, other] = machines(mark, `; until [ -e ${folder}/never ]; do sleep 0.1; done`);
  const first = startBuilt(runOf('left'), root);
  await appears(mark);
  first.child.kill('SIGINT');
  expect(await first.ended).toMatchObject({ code: 130 });
  const home = temporaryFolder();
  const second = startBuilt(runOf('left'), other, { HOME: home });
  expect(await second.ended).toMatchObject({ code: 0, stderr: '' });
  const log = await expectSound(other, 'left', home);
  const calls = log.filter(({ type }) => type === 'model.responded').length;
  expect(JSON.parse(second.lines().at(-1) ?? '')).toMatchObject({ data: { totals: { model_calls: calls } } });
}, 300_000);
