// Two clients of one server, and what each of them has of the other's session.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { model, project } from './acp-project.js';
import { until } from './processes.js';
import { select, served, wireClient } from './served.js';

it('that load one session at the same moment watch the same one', async () => {
  const { cwd, home, json } = project();
  await json('run', 'Say it.', '--model', 'script:echo', '--session-id', 'both', '--no-stdin');
  const server = await served(['--model', 'script:echo'], { cwd, home });
  const clients = [await wireClient(server), await wireClient(server), await wireClient(server)];
  await Promise.all(clients.map((client) => client.load('both', cwd)));
  const [one, two, three] = clients;
  expect(await one?.prompt('both', 'First here.')).toBe('end_turn');
  expect(await two?.prompt('both', 'Then here.')).toBe('end_turn');
  await until(() => clients.every((client) => client.said().includes('Then here.')));
  expect([three?.said().includes('First here.'), one?.said().includes('Then here.')]).toEqual([true, true]);
});

it('answer only what they are asked themselves', async () => {
  const { cwd, home } = project();
  const server = await served([...model('s'), '--ask-tool', 'write'], { cwd, home });
  const other = await wireClient(server);
  await other.open(cwd);
  const asked = await wireClient(server, () => {
    // Whatever the question is called there, somebody else says yes to it first.
    for (let id = 0; id < 200; id += 1)
      other.socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: select('once') }));
    return other.connection.request('initialize', { protocolVersion: 1 }).then(() => select('reject'));
  });
  await asked.prompt(await asked.open(cwd), 'Write it.');
  expect([other.asked, asked.asked.length]).toEqual([[], 1]);
  expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('old\n');
});
