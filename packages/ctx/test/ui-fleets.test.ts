// Fleets in the dashboard's server: the same as `ctx fleet status` says, what changed since, and who says nothing any more.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { project } from './acp-project.js';
import { fleetFile, saying } from './fleet-files.js';
import { until } from './processes.js';
import { shownPages } from './shown-pages.js';

const price = { input_usd_per_mtok: 1000, output_usd_per_mtok: 1000 };
const failing = JSON.stringify({ model: 'script/1', price, replies: [{ fault: { status: 400 } }] });
const files = {
  'hi.yaml': saying('Hello.'),
  'bad.yaml': failing,
  'fleet.yaml': JSON.stringify({
    fleet_id: 'f',
    budget: { max_usd: 9 },
    defaults: { budget: { max_usd: 1 } },
    sessions: [
      { task: 'One.', model: 'script:hi.yaml' },
      { task: 'Two.', model: 'script:hi.yaml' },
      { task: 'Three.', model: 'script:bad.yaml' },
    ],
  }),
};

it('shows fleets as fleet status does, and with since only the sessions that changed', async () => {
  const { cwd, home, json } = project(files);
  await json('fleet', 'run', 'fleet.yaml');
  const { data } = await json('fleet', 'status', 'f');
  const { sessions: rows, path: _, chain_head: __, warnings: ___, ...summary } = Object(data);
  writeFileSync(join(cwd, '.context/fleets/broken.fleet.jsonl'), 'nothing\n');
  const ui = await shownPages([], { cwd, home });
  const row = { ...summary, key: 'f', kept: 'file', project: cwd, stuck: 0 };
  expect((await ui.get('/api/fleets')).json).toEqual({
    fleets: [row],
    unreadable: [{ key: 'broken', project: cwd, why: 'fleet_broken' }],
  });
  const { fleet, seq, sessions, workers, throughput } = (await ui.get('/api/fleets/f')).json;
  expect(fleet).toEqual(row);
  expect(sessions).toMatchObject(
    rows.map(({ session_id: id, state, log }: Record<string, unknown>) => ({ id, state, log })),
  );
  expect(sessions).toMatchObject([
    { cost_microusd: 15_000, tokens: 15, attempts: 1 },
    {},
    { cause: 'model_error' },
  ]);
  expect(workers).toMatchObject([{ state: 'gone', running: 0, ended: 3, failed: 1 }]);
  const { completed, failed } = Object(throughput);
  const sum = (counts: number[]) => counts.reduce((all, one) => all + one, 0);
  expect([sum(completed), sum(failed)]).toEqual([2, 1]);
  expect((await ui.get(`/api/fleets/f?since=${seq}`)).json).toMatchObject({ seq, sessions: [] });
  await json('fleet', 'retry', 'f', 'f-3');
  const after = (await ui.get(`/api/fleets/f?since=${seq}`)).json;
  expect(after).toMatchObject({ sessions: [{ id: 'f-3', attempts: 1 }] });
  expect((await ui.get('/api/fleets/none')).json).toMatchObject({ error: { code: 'fleet_unknown' } });
  expect((await ui.get('/api/fleets/broken')).json).toMatchObject({ error: { code: 'fleet_broken' } });
  expect((await ui.get('/fleets')).text).toContain('<!doctype html>');
  expect((await ui.get('/fleets/f')).status).toBe(200);
});

it('tells pages that a fleet changed', async () => {
  const { cwd, home, json } = project(files);
  const ui = await shownPages([], { cwd, home });
  const page = await ui.listen();
  await until(() => page.of('hello').length === 1);
  await json('fleet', 'run', 'fleet.yaml');
  await until(() => page.of('fleets').length > 0);
});

it('says which sessions are stuck at a process that is gone', async () => {
  const { cwd, home, json } = project(files);
  await json('fleet', 'run', 'fleet.yaml');
  // A process that was killed leaves the beginning of the same file, and no lock.
  const lines = readFileSync(fleetFile(cwd, 'f'), 'utf8').split('\n');
  const first = lines.findIndex((line) => line.includes('"type":"session.claimed"'));
  writeFileSync(fleetFile(cwd, 'f'), `${lines.slice(0, first + 1).join('\n')}\n`);
  const ui = await shownPages([], { cwd, home });
  expect((await ui.get('/api/fleets')).json).toMatchObject({
    fleets: [{ key: 'f', state: 'open', stuck: 1 }],
  });
  expect((await ui.get('/api/fleets/f')).json).toMatchObject({
    fleet: { stuck: 1, counts: { running: 1, queued: 2 } },
    workers: [{ state: 'silent', running: 1 }],
  });
  await json('fleet', 'resume', 'f', '--trust-log');
  expect((await ui.get('/api/fleets/f')).json).toMatchObject({
    fleet: { stuck: 0, counts: { running: 0, queued: 0 } },
  });
});
