// Clients that mean harm, or have lost their minds: bounded, told, and nobody else notices.

import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { membersOf } from '../src/acp/fields.js';
import { model, project } from './acp-project.js';
import { until } from './processes.js';
import { opened, type ServedHere, served, upgradeStatus, wireClient } from './served.js';

const serve = async (...words: string[]) => {
  const { cwd, home } = project();
  return { cwd, server: await served([...model('talk'), ...words], { cwd, home }) };
};

async function rawClient({
  url,
  token,
}: ServedHere): Promise<{ socket: WebSocket; answers: Record<string, unknown>[] }> {
  const socket = new WebSocket(`${url}/acp`, { headers: { authorization: `Bearer ${token}` } });
  const answers: Record<string, unknown>[] = [];
  socket.on('message', (data) => void answers.push(membersOf(JSON.parse(String(data)))));
  await opened(socket);
  return { socket, answers };
}

const gone = (server: ServedHere) => server.events().filter(({ type }) => type === 'serve.disconnected');

it('answers ten thousand malformed messages, tells few of them, and serves the next client', async () => {
  const { cwd, server } = await serve();
  const { socket, answers } = await rawClient(server);
  const bad = [
    '{',
    '[]',
    'null',
    '"x"',
    '{"jsonrpc":"2.0"}',
    '{"jsonrpc":"2.0","id":1,"method":"no/such"}',
    '\0',
    '{"a":'.repeat(300),
  ];
  for (let i = 0; i < 10_000; i += 1) socket.send(bad[i % bad.length] ?? '');
  socket.send('{"jsonrpc":"2.0",\n"id":"last",\n"method":"initialize",\n"params":{"protocolVersion":1}}');
  await until(() => answers.some(({ id }) => id === 'last'));
  expect(answers.find(({ id }) => id === 'last')).toMatchObject({ result: { protocolVersion: 1 } });
  expect(answers.filter(({ error }) => error !== undefined)).toHaveLength(10_000);
  const noted = server.events().filter(({ type }) => type === 'serve.noted');
  expect(noted.length).toBeLessThanOrEqual(20);
  socket.terminate();
  const other = await wireClient(server);
  expect(await other.prompt(await other.open(cwd), 'Hello.')).toBe('end_turn');
});

it('cuts off whoever sends more than a message may be, and nobody else', async () => {
  const { cwd, server } = await serve('--max-message-bytes', '2048');
  const other = await wireClient(server);
  const id = await other.open(cwd);
  const { socket } = await rawClient(server);
  socket.send('x'.repeat(4096));
  expect(await once(socket, 'close')).toMatchObject([1009, expect.anything()]);
  expect(await other.prompt(id, 'Hello.')).toBe('end_turn');
});

it('answers what is no text, and goes on', async () => {
  const { server } = await serve();
  const { socket, answers } = await rawClient(server);
  socket.send(Buffer.from('{"jsonrpc":"2.0","id":1,"method":"initialize"}'), { binary: true });
  socket.send('{"jsonrpc":"2.0","id":2,"method":"initialize"}');
  await until(() => answers.length === 2);
  expect(answers).toMatchObject([{ id: null, error: { code: -32_700 } }, { id: 2 }]);
});

it('lets no more in than it was told to', async () => {
  const { server } = await serve('--max-connections', '1');
  await rawClient(server);
  expect(await upgradeStatus(server, { authorization: `Bearer ${server.token}` })).toBe('status 503');
});

it('cuts off a client that does not read, and one that is gone without a word', async () => {
  const { server } = await serve('--ping-seconds', '1');
  const { socket } = await rawClient(server);
  // It takes nothing more from the line: no ping, no goodbye.
  socket.pause();
  const silent = connect(server.port, '127.0.0.1');
  silent.on('error', () => {});
  silent.write(
    `GET /acp HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nAuthorization: Bearer ${server.token}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  );
  await once(silent, 'data');
  await until(() => gone(server).length === 2);
  silent.destroy();
  socket.terminate();
});

it('ends a connection that nobody uses', async () => {
  const { server } = await serve('--ping-seconds', '1', '--idle-seconds', '1');
  const { socket } = await rawClient(server);
  expect(await once(socket, 'close')).toMatchObject([1000, Buffer.from('idle')]);
});

it.each([
  ['no HTTP', 'hello\r\n\r\n', 400],
  [
    'a path where nothing is',
    'GET /etc/passwd HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer TOKEN\r\n\r\n',
    404,
  ],
  [
    'another method',
    'POST /status HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer TOKEN\r\nContent-Length: 0\r\n\r\n',
    405,
  ],
  ['no Host', 'GET /status HTTP/1.0\r\nAuthorization: Bearer TOKEN\r\n\r\n', 421],
  [
    'two Hosts',
    'GET /status HTTP/1.1\r\nHost: evil.example\r\nHost: HOST\r\nAuthorization: Bearer TOKEN\r\n\r\n',
    400,
  ],
  ['headers without end', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 400],
  [
    'an upgrade to something else',
    'GET /acp HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer TOKEN\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
    400,
  ],
  [
    'an upgrade elsewhere',
    'GET /other HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer TOKEN\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    404,
  ],
])('answers %s', async (_, request, status) => {
  const { server } = await serve();
  const socket = connect(server.port, '127.0.0.1');
  socket.end(request.replace('TOKEN', server.token).replaceAll('HOST', `127.0.0.1:${server.port}`));
  let answer = '';
  for await (const piece of socket.setEncoding('utf8')) answer += String(piece);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(answer).not.toContain(server.token);
});
