// A client with the token gets no more than the server's own flags give, whichever way it asks.

import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { membersOf } from '../src/acp/fields.js';
import { bash, failure, model, project } from './acp-project.js';
import { temporaryFolder } from './folder.js';
import { scriptOf } from './scripted.js';
import { select, served, wireClient } from './served.js';

const yes = () => select('yes');
const once = () => select('once');
const asCtx = { protocolVersion: 1, clientCapabilities: { _meta: { ctx: { events: 1 } } } };

it('hands over no program that the server would start, also where it would say yes to it', async () => {
  const { cwd, home } = project();
  const client = await wireClient(await served(model('talk'), { cwd, home }), yes);
  const touch = { name: 'x', command: 'sh', args: ['-c', `touch '${join(cwd, 'begun')}'`], env: [] };
  await client.open(cwd);
  const refused = await failure(client.connection.request('session/new', { cwd, mcpServers: [touch] }));
  expect(refused).toMatchObject({
    code: -32_602,
    message: expect.stringContaining('names no programs here'),
  });
  expect([client.asked, existsSync(join(cwd, 'begun'))]).toEqual([[], false]);
});

it('goes on with a session that had wider rules and limits under those of the server', async () => {
  const { cwd, home, json, records } = project();
  await json('run', 'Say it.', ...model('talk'), '--profile', 'full', '--session-id', 'wide', '--no-stdin');
  const flags = [...model('s'), '--profile', 'read-only', '--max-tool-calls', '3'];
  const client = await wireClient(await served(flags, { cwd, home }), once);
  await client.load('wide', cwd);
  const chosen = { sessionId: 'wide', configId: 'model', value: 'script:s.yaml' };
  await client.connection.request('session/set_config_option', chosen);
  await client.prompt('wide', 'Write it.');
  expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('old\n');
  expect(records('wide').findLast(({ type }) => type === 'run.opened')).toMatchObject({
    settings: { policy: { profile: 'read-only' }, budget: { max_tool_calls: 3 } },
  });
});

it('gets no script of its own choice out of the sandbox, by a flag, by an option or by a session without one', async () => {
  const outside = temporaryFolder();
  const touch = bash(`touch '${join(outside, 'begun')}'`);
  const { cwd, home, json } = project({ 'own.yaml': scriptOf(touch, { say: 'Touched.' }) });
  const said = ['run', 'Say it.', '--model', 'script:echo', '--no-sandbox', '--no-stdin'];
  await json(...said, '--session-id', 'open');
  const client = await wireClient(await served(['--model', 'script:echo'], { cwd, home }), once);
  const own = 'script:own.yaml';

  const byOption = await client.open(cwd);
  const loaded = ['open', byOption];
  await client.load('open', cwd);
  for (const sessionId of loaded) {
    await client.connection.request('session/set_config_option', {
      sessionId,
      configId: 'model',
      value: own,
    });
    expect(await client.prompt(sessionId, 'Touch it.')).toBe('end_turn');
  }
  const terms = { cwd, mcpServers: [], _meta: { ctx: { flags: { model: own } } } };
  const other = await wireClient(await served(['--model', 'script:echo'], { cwd, home }), once);
  await other.connection.request('initialize', asCtx);
  const { sessionId } = membersOf(await other.connection.request('session/new', terms));
  expect(await other.prompt(String(sessionId), 'Touch it.')).toBe('end_turn');
  expect(existsSync(join(outside, 'begun'))).toBe(false);
});

it('works in no folder beside the one that is served, and names no session by a path', async () => {
  const { cwd, home } = project();
  const [served_, outside] = [join(cwd, 'sub'), temporaryFolder()];
  mkdirSync(served_);
  symlinkSync(outside, join(served_, 'out'));
  const client = await wireClient(await served(model('talk'), { cwd: served_, home }));
  await client.open(served_);
  for (const folder of [
    outside,
    join(served_, 'out'),
    cwd,
    `${served_}/..`,
    '/',
    `${served_}\0`,
    'sub',
    '',
    5,
  ])
    for (const method of ['session/new', 'session/list'])
      expect(await failure(client.connection.request(method, { cwd: folder, mcpServers: [] }))).toMatchObject(
        {
          message: expect.stringMatching(/^cwd /),
        },
      );
  for (const sessionId of ['../x', '/etc/passwd', 'a/b', '..', '', '\0', 'x'.repeat(5000), '__proto__'])
    expect(
      await failure(client.connection.request('session/load', { sessionId, cwd: served_, mcpServers: [] })),
    ).toMatchObject({ message: expect.stringContaining('cannot be the id of a session') });
});

it('finds a server whose folder was taken away still there', async () => {
  const { cwd, home } = project();
  const folder = join(cwd, 'sub');
  mkdirSync(folder);
  const server = await served(model('talk'), { cwd: folder, home });
  rmSync(folder, { recursive: true });
  const client = await wireClient(server);
  expect(await failure(client.open(folder))).toMatchObject({
    message: expect.stringContaining('not a folder'),
  });
});
