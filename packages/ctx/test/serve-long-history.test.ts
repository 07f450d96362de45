// A session that is too long to be told whole: whoever loads it gets its end, and sees that it is the end.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeLargeSession } from '../../../bench/large-session.js';
import { membersOf } from '../src/acp/fields.js';
import { keptHistory } from '../src/editor/kept-history.js';
import { model, project } from './acp-project.js';
import { onTerminal } from './on-terminal.js';
import { served, wireClient } from './served.js';

const most = 16 << 20;

async function large() {
  const { cwd, home } = project();
  mkdirSync(join(cwd, '.context/sessions'), { recursive: true });
  writeLargeSession(join(cwd, '.context/sessions/s.jsonl'), 1000, 30_000);
  return { cwd, home, server: await served(model('talk'), { cwd, home }) };
}

it('tells an editor the last 16 MB, and first that the beginning is left out', async () => {
  const { cwd, server } = await large();
  const client = await wireClient(server);
  await client.load('s', cwd);
  expect(JSON.stringify(client.told[0])).toContain('The beginning of this session is left out');
  const sizes = client.told.map((one) => JSON.stringify(one).length);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  expect([all > most / 2, all < most + 100_000]).toEqual([true, true]);
  expect(JSON.stringify(client.told.at(-1))).toContain('step 1000 passed');
});

it('gives a ctx the last records with their numbers, and its person is told', async () => {
  const { cwd, home, server } = await large();
  const client = await wireClient(server);
  const capabilities = { _meta: { ctx: { events: 1 } } };
  await client.connection.request('initialize', { protocolVersion: 1, clientCapabilities: capabilities });
  await client.connection.request('session/load', { sessionId: 's', cwd, mcpServers: [] });
  const seqs = client.told.map(({ params }) => Number(membersOf(params['event'])['seq']));
  expect(seqs[0]).toBeGreaterThan(0);
  expect(seqs.at(-1)).toBe(2 + 4 * 1000);
  const { shown, unseen } = await onTerminal(
    ['direct-connect-mode', server.url, '--session', 's'],
    [
      ['the beginning of this session is left out', ''],
      ['\u001b[0J> ', '\u0004'],
    ],
    { cwd: home, home },
  );
  expect([unseen, shown.includes('ctx load-session on')]).toEqual(['', true]);
});

it('keeps no more than the end', () => {
  const history = keptHistory(10_000);
  for (let i = 0; i < 50_000; i += 1) history.add({ method: 'm', params: { i } });
  expect(history.leftOut + history.all().length).toBe(50_000);
  expect(JSON.stringify(history.all()).length).toBeLessThan(10_000 + 2 * history.all().length);
  expect(history.all().at(-1)).toEqual({ method: 'm', params: { i: 49_999 } });
});
