// From one machine to three: the five commands of docs/fleets.md, as they stand there, with a real server and three folders as machines.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { builtFolder, repository } from './built.js';
import { Machines } from './faults/store/worker-processes.js';
import { saying } from './fleet-files.js';
import { temporaryFolder } from './folder.js';
import { startPostgres } from './postgres.js';
import { until } from './processes.js';

it('docs/fleets.md leads from one machine to three in five commands', async () => {
  const page = readFileSync(join(repository, 'docs/fleets.md'), 'utf8');
  const [, block = ''] = /```sh\n(export CTX_STORE[^`]*)```/.exec(page) ?? [];
  const lines = block
    .trim()
    .split('\n')
    .map((line) => line.replace(/\s+#.*/, ''));
  expect(lines).toHaveLength(5);
  const [store = '', ...calls] = lines;
  expect(store).toMatch(/^export CTX_STORE=postgres:/);
  const server = await startPostgres();
  onTestFinished(() => server.close());
  const fleet = { fleet_id: 'nightly', matrix: { tasks: ['A.', 'B.', 'C.'], models: ['script:hi.yaml'] } };
  const files = { 'hi.yaml': saying('Hello.'), 'nightly.yaml': JSON.stringify(fleet) };
  const machines = new Machines(temporaryFolder(), builtFolder(), files);
  const words = (line: string) => [...line.split(' ').slice(1), '--store', server.url];
  const [migrate = '', first = '', second = '', run = ''] = calls;
  const here = machines.folder('here');
  expect(await machines.call(here, words(migrate))).toMatchObject({ code: 0 });
  const workers = [first, second].map((line, i) =>
    machines.start(machines.folder(`worker-${i}`), words(line)),
  );
  onTestFinished(() => {
    for (const { child } of workers) child.kill('SIGKILL');
  });
  const { code, stdout } = await machines.call(here, words(run));
  expect(code).toBe(0);
  expect(JSON.parse(stdout).data).toMatchObject({ state: 'completed', counts: { completed: 3 } });
  // Three sessions may be over before the second worker is there at all, and could be drained.
  await until(() => workers.every(({ told }) => told().some(({ type }) => type === 'worker.started')));
  for (const { child } of workers) child.kill('SIGTERM');
  expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual([0, 0]);
});
