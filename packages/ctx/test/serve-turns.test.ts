// Turns of a server's sessions: they outlive their clients, and end with the server.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { model, project } from './acp-project.js';
import { until } from './processes.js';
import { scriptOf } from './scripted.js';
import { type ServedHere, select, served, wireClient } from './served.js';

const here = () => {
  const made = project({
    'gate.yaml': scriptOf(
      {
        say: 'Waiting.',
        call: [
          {
            tool: 'bash',
            input: { command: 'touch begun; while [ ! -e go ]; do sleep 0.01; done; echo went' },
          },
        ],
      },
      { say: 'Went on.' },
    ),
  });
  return { ...made, place: { cwd: made.cwd, home: made.home } };
};

/** A client whose session asks something, and who goes away without an answer; the session's id. */
async function leaveQuestion(server: ServedHere, cwd: string): Promise<string> {
  const client = await wireClient(server, () => new Promise(() => {}));
  const id = await client.open(cwd);
  const prompted = client.prompt(id, 'Write it.').catch(() => 'gone');
  await until(() => client.asked.length === 1);
  client.socket.terminate();
  await prompted;
  return id;
}

it('goes on while nobody is connected, and whoever comes back sees what was and what comes', async () => {
  const { cwd, place, json } = here();
  const server = await served([...model('gate'), '--no-sandbox', '--profile', 'full'], place);
  const first = await wireClient(server);
  const id = await first.open(cwd);
  const prompted = first.prompt(id, 'Wait.').catch(() => 'gone');
  await until(() => existsSync(join(cwd, 'begun')));
  first.socket.terminate();
  expect(await prompted).toBe('gone');
  await until(() => server.events().some(({ type }) => type === 'serve.disconnected'));
  const second = await wireClient(server);
  await second.load(id, cwd);
  expect(second.said()).toBe('Waiting.');
  writeFileSync(join(cwd, 'go'), '');
  await until(() => second.said() === 'Waiting.Went on.');
  const calls = second.told
    .map(({ params }) => params['update'])
    .filter((update) => JSON.stringify(update).includes('toolCallId'));
  expect(calls).toMatchObject([
    { sessionUpdate: 'tool_call' },
    { status: 'in_progress' },
    { status: 'completed', rawOutput: { output: expect.stringContaining('went') } },
  ]);
  expect(new Set(calls.map((call) => JSON.stringify(call).match(/"toolCallId":"([^"]*)"/)?.[1])).size).toBe(
    1,
  );
  await server.stop();
  expect(await json('verify', id)).toMatchObject({ exit_code: 0 });
});

it('asks whoever comes back what was still open, and records where the answer came from', async () => {
  const { cwd, place, records } = here();
  const server = await served([...model('s'), '--ask-tool', 'write'], place);
  const id = await leaveQuestion(server, cwd);
  const second = await wireClient(server, () => select('once'));
  await second.load(id, cwd);
  await until(() => second.said().endsWith('Done.'));
  expect(second.asked).toMatchObject([{ sessionId: id, toolCall: { kind: 'edit' } }]);
  expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('new\n');
  await server.stop();
  expect(records(id).find(({ type }) => type === 'approval.given')).toMatchObject({
    answer: 'allow',
    via: 'editor',
    by: expect.stringMatching(/ at 127\.0\.0\.1$/),
  });
});

it('takes the first answer of two who watch, and tells both what happens', async () => {
  const { cwd, place } = here();
  const server = await served([...model('s'), '--ask-tool', 'write'], place);
  const first = await wireClient(server, () => new Promise(() => {}));
  const id = await first.open(cwd);
  const prompted = first.prompt(id, 'Write it.');
  await until(() => first.asked.length === 1);
  const second = await wireClient(server, () => select('once'));
  await second.load(id, cwd);
  expect(await prompted).toBe('end_turn');
  await until(() => second.said().endsWith('Done.'));
  expect(first.said()).toBe('Writing.Done.');
  await expect(
    second.connection.request('session/load', { sessionId: id, cwd: '/', mcpServers: [] }),
  ).rejects.toThrow('outside');
});

it('says no where nobody comes to answer', async () => {
  const { cwd, place, records } = here();
  const server = await served([...model('s'), '--ask-tool', 'write', '--wait-seconds', '0'], place);
  const id = await leaveQuestion(server, cwd);
  await until(() => records(id).some(({ type }) => type === 'run.closed'));
  expect(records(id).find(({ type }) => type === 'approval.given')).toMatchObject({
    answer: 'deny',
    by: null,
    reason: expect.stringContaining('nobody was connected'),
  });
  expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('old\n');
});

it('interrupts a turn when it is told to end, and closes the log', async () => {
  const { cwd, place, json, records } = here();
  const server = await served([...model('long'), '--no-sandbox', '--profile', 'full'], place);
  const client = await wireClient(server);
  const id = await client.open(cwd);
  const prompted = client.prompt(id, 'Wait.').catch(() => 'gone');
  await until(() => existsSync(join(cwd, 'begun')));
  expect(await server.stop()).toMatchObject({ exitCode: 0, envelope: { data: { interrupted: 1 } } });
  await prompted;
  expect(records(id).at(-1)).toMatchObject({ type: 'run.closed', stop_reason: 'cancelled' });
  expect(await json('verify', id)).toMatchObject({ exit_code: 0 });
});

it('tells whoever is connected that their turn was interrupted, before it ends', async () => {
  const { cwd, place } = here();
  const server = await served([...model('long'), '--no-sandbox', '--profile', 'full'], place);
  const client = await wireClient(server);
  const id = await client.open(cwd);
  const prompted = client.prompt(id, 'Wait.');
  await until(() => existsSync(join(cwd, 'begun')));
  await server.stop();
  expect(await prompted).toBe('cancelled');
});
