// Servers that mean harm, or that are gone without a word, and what a client makes of them.

import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { addressOf } from '../src/reach/address.js';
import { dial } from '../src/reach/dial.js';
import { temporaryFolder } from './folder.js';
import { hostileServer } from './hostile-server.js';
import { onTerminal } from './on-terminal.js';
import { jsonOf } from './scripted.js';

function client() {
  const [here, home] = [temporaryFolder(), temporaryFolder()];
  const tokenFile = join(home, 'token');
  writeFileSync(tokenFile, 't'.repeat(43), { mode: 0o600 });
  const env = { PATH: process.env['PATH'], HOME: home };
  return { here, home, tokenFile, call: (...argv: string[]) => jsonOf(argv, { cwd: here, env }) };
}

function portOf(server: { address(): unknown }): number {
  return Number(Reflect.get(Object(server.address()), 'port'));
}

it('does not wait for the last word of a server that refuses it and never ends', async () => {
  const { tokenFile, call } = client();
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write('HTTP/1.1 403 Forbidden\r\nTransfer-Encoding: chunked\r\n\r\n');
      const drip = setInterval(() => socket.write('1\r\nx\r\n'), 20);
      socket.once('close', () => clearInterval(drip));
    });
  });
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await call('remote', 'add', 'slow', `ws://127.0.0.1:${portOf(server)}`, '--token-file', tokenFile);
  expect(await call('run', 'Do it.', '--remote', 'slow')).toMatchObject({
    exit_code: 1,
    error: { code: 'remote_refused' },
  });
});

it('notices a server that is gone without a word', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', autoPong: false });
  onTestFinished(() => {
    for (const one of server.clients) one.terminate();
    server.close();
  });
  await once(server, 'listening');
  const address = addressOf(`ws://127.0.0.1:${portOf(server)}`, '/');
  if ('wanted' in address) throw new TypeError(address.wanted);
  const carrier = await dial(address, { text: 't', file: 'f' }, undefined, 50);
  const heard: Uint8Array[] = [];
  for await (const piece of carrier.incoming) heard.push(piece);
  expect(heard).toEqual([]);
});

it('shows a question without what would steer the terminal, hide its words or turn them round', async () => {
  const { here, home, tokenFile } = client();
  const evil = 'rm\u001b[2K\u202e\u200b -rf\u0007 ~';
  const server = await hostileServer({
    'session/prompt': ({ params }, socket) => {
      const toolCall = {
        toolCallId: 'c1',
        name: evil,
        title: evil,
        rawInput: { command: evil },
        _meta: { ctx: { rule: evil, preview: `one\n[y] allow it  ${evil}` } },
      };
      const options = [{ optionId: 'once', name: 'Once', kind: 'allow_once' }];
      const asked = { sessionId: params['sessionId'], toolCall, options };
      const method = 'session/request_permission';
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 'q', method, params: asked }));
      socket.on('message', (data) => {
        if (JSON.parse(String(data)).id === 'q') socket.terminate();
      });
    },
  });
  const { exitCode, shown, unseen } = await onTerminal(
    ['direct-connect-mode', server.url, 'Do it.', '--token-file', tokenFile],
    [['allow? ', 'n\r']],
    { cwd: here, home },
  );
  expect({ exitCode, unseen }).toEqual({ exitCode: 1, unseen: '' });
  expect(shown).toContain('<U+202E>');
  expect(shown).toMatch(/ {2}\| \[y\] allow it/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
  expect(shown).not.toMatch(/[\u202e\u200b\u0007]|\u001b\[2K -rf/);
  expect(server.heard.find(({ id }) => id === 'q')).toMatchObject({
    result: { outcome: { outcome: 'cancelled' } },
  });
});
