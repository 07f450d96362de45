// Fleets of a shared store in a real browser: live while workers run one, with a worker that dies, and with a store that goes away.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Postgres, startPostgres } from '../postgres.js';
import { aBrowser, begun, ctx, eventually, looker, place, shownDashboard } from './shown-dashboard.js';

let server: Postgres;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await server.close();
});

const price = { input_usd_per_mtok: 1000, output_usd_per_mtok: 1000 };
const usage = { input_tokens: 10, output_tokens: 5 };
const script = (...replies: readonly object[]) => JSON.stringify({ model: 'script/1', price, replies });

const project = {
  'quick.yaml': script({ say: 'Done.', usage }),
  'bad.yaml': script({ fault: { status: 400 } }),
  // Until the test lets it.
  'held.yaml': script(
    { call: [{ tool: 'bash', input: { command: 'until [ -e go ]; do sleep 0.1; done' } }], usage },
    { say: 'Done.', usage },
  ),
  'fleet.yaml': JSON.stringify({
    fleet_id: 'shared',
    at_once: 2,
    budget: { max_usd: 20 },
    defaults: { budget: { max_usd: 1 }, policy: { allow: ['bash'] }, sandbox: 'off' },
    sessions: [
      { task: 'Bad.', model: 'script:bad.yaml' },
      { task: 'Held.', model: 'script:held.yaml' },
      { task: 'Held too.', model: 'script:held.yaml' },
      { task: 'Waits.', model: 'script:quick.yaml' },
    ],
  }),
};

it('shows a fleet of a shared store live: sessions, cost, workers, one that is stuck and taken over, and a store that is away', async () => {
  const at = place(project);
  const store = ['--store', server.url];
  await ctx(at, 'fleet', 'migrate', ...store);
  const shown = await shownDashboard(at, ...store);
  const { page, problems, go } = await looker(shown, await aBrowser());
  await go('/fleets');
  await page.getByText('No fleets yet').waitFor();
  const following = begun(at, 'fleet', 'run', 'fleet.yaml', '--slots', '0', ...store);
  await page.getByRole('link', { name: 'shared' }).waitFor();
  await page.getByText('PostgreSQL').waitFor();
  const worker = begun(at, 'fleet', 'work', '--slots', '2', ...store);
  await page.getByRole('link', { name: 'shared' }).click();
  const grid = page.getByRole('img', { name: /^Sessions: / });
  await eventually(() => grid.getAttribute('aria-label')).toBe('Sessions: 1 failed, 2 running, 1 waiting');
  await page.getByText('in PostgreSQL').waitFor();
  await page.getByRole('row', { name: /working 2/ }).waitFor();
  expect(await page.getByRole('meter', { name: 'cost used' }).getAttribute('aria-valuemax')).toBe('20000000');

  worker.child.kill('SIGKILL');
  await worker.ended;
  // So that no slow worker loses its lease while it lives.
  server.sql("update ctx.session set lease_until = clock_timestamp() - interval '1 second'");
  await page.getByText('2 sessions are at a worker that has gone silent').waitFor();
  await page.getByRole('row', { name: /silent 2/ }).waitFor();
  writeFileSync(join(at.cwd, 'go'), '');
  begun(at, 'fleet', 'work', '--slots', '2', ...store);
  await eventually(() => grid.getAttribute('aria-label')).toBe('Sessions: 3 completed, 1 failed');
  await following.ended;
  await page.getByText('ended with failures').waitFor();
  await page.getByText('Table: Throughput and cost').waitFor();

  await server.stop('fast');
  await page.getByText('does not answer').waitFor();
  await page.getByText('Table: Throughput and cost').waitFor();
  await server.start();
  await page.getByText('does not answer').waitFor({ state: 'hidden' });

  await server.stop('fast');
  await go('/fleets');
  await page.getByText('The store cannot be read').waitFor();
  await server.start();
  await go('/fleets');
  await page.getByRole('link', { name: 'shared' }).waitFor();
  // The browser itself reports each answer that says that the store is away.
  expect(problems.filter((problem) => !problem.includes('status of 422'))).toEqual([]);
});
