// What a stranger at the port or a huge log can cost.

import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { waitingRoom } from '../src/serve/waiting-room.js';
import { model, project } from './acp-project.js';
import { cleanEnvironment } from './built.js';
import { heldWhileReading } from './held-memory.js';
import { ctxProgram, startCall } from './in-process.js';
import { portOf } from './ports.js';
import { until } from './processes.js';
import { scriptOf } from './scripted.js';
import { shownPages } from './shown-pages.js';

/** Connections of a server, as the kernel has them. */
function connectionsAt(port: number): number {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, from = '', , state]) => from.endsWith(local) && state === '01').length;
}

/** Says something, and reads nothing. */
async function silentReader(port: number, text: string): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.pause();
  socket.write(text);
}

it('keeps few connections that ask for open pages without a token, and lets in who has one', async () => {
  const { cwd, home } = project();
  const ui = await shownPages([], { cwd, home });
  const asked = `GET /page/app.js HTTP/1.1\r\nHost: 127.0.0.1:${ui.port}\r\n\r\n`.repeat(60);
  const all = Array.from({ length: 200 }, () => silentReader(ui.port, asked));
  await Promise.all(all);
  await until(() => connectionsAt(ui.port) <= 65);
  expect((await ui.get('/api/status')).status).toBe(200);
});

it('ends a connection without a token that takes nothing of an answer', async () => {
  const server = createServer((_request, response) => void response.end(Buffer.alloc(1 << 26)));
  waitingRoom(server, 100);
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server);
  const [[socket]] = await Promise.all([
    once(server, 'connection'),
    silentReader(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
  ]);
  await until(() => socket.destroyed);
});

it('holds no line of a hundred megabytes in memory', async () => {
  const { cwd, home, json } = project({ 'talk.yaml': scriptOf({ say: 'Hi.' }) });
  await json('run', '--task', 'Hi.', '--session-id', 's', ...model('talk'));
  const folder = join(cwd, '.context/sessions');
  const good = readFileSync(join(folder, 's.jsonl'));
  const [first = ''] = good.toString().split('\n', 1);
  const line = Buffer.alloc(1 << 20, 'a');
  const long = (name: string, before: string, after: string | Buffer) => {
    const file = openSync(join(folder, name), 'wx', 0o600);
    writeSync(file, before);
    for (let i = 0; i < 100; i += 1) writeSync(file, line);
    writeSync(file, after.toString());
    closeSync(file);
  };
  long('oneline.jsonl', '', '');
  long('middle.jsonl', `${first}\n`, `\n${good.toString().slice(first.length + 1)}`);
  const ui = await shownPages([], { cwd, home });
  expect((await ui.get('/api/sessions/s')).status).toBe(200);
  const { read, most } = await heldWhileReading(async () => {
    expect((await ui.get('/api/sessions')).json).toMatchObject({ total: 3 });
    for (const key of ['oneline', 'middle'])
      expect(await ui.get(`/api/sessions/${key}`)).toMatchObject({
        status: 422,
        json: { error: { code: 'file_unreadable' } },
      });
    expect((await ui.get('/api/stats')).json).toMatchObject({ sessions_read: 1, sessions_unreadable: 2 });
  });
  // A line of them was read to its end, and would be more.
  expect(read).toBeGreaterThan(100 << 20);
  expect(most).toBeLessThan(80 << 20);
});

it('prints the address on stderr, and keeps the file that opens it only until the page came', async () => {
  const { cwd, home } = project();
  const bin = join(cwd, 'bin');
  const state = join(home, '.local/state/ctx/ui');
  mkdirSync(bin);
  writeFileSync(join(bin, 'xdg-open'), `#!/bin/sh\ncp "$1" "${cwd}/opened.html"\n`, { mode: 0o755 });
  const env = cleanEnvironment(home, { PATH: `${bin}:${process.env['PATH'] ?? ''}` });
  const call = startCall(ctxProgram(), ['ui', '--port', '0', '--open'], { cwd, env });
  onTestFinished(async () => {
    call.interrupt('SIGTERM');
    await call.answer;
  });
  await until(() => call.stderr().includes('token='));
  expect(call.stdout()).toBe('');
  const address = new URL(/http:\S+/.exec(call.stderr())?.[0] ?? '');
  await until(() => existsSync(join(cwd, 'opened.html')));
  expect(readdirSync(state)).toHaveLength(1);
  expect((await fetch(address)).status).toBe(200);
  expect(readdirSync(state)).toHaveLength(1);
  const authorization = `Bearer ${address.searchParams.get('token')}`;
  await fetch(new URL('/api/status', address), { headers: { authorization } });
  await until(() => readdirSync(state).length === 0);
});

it('stays up without a browser, says so, and keeps no file that opens it', async () => {
  const { cwd, home } = project();
  const env = cleanEnvironment(home, { PATH: '/nowhere' });
  const call = startCall(ctxProgram(), ['ui', '--port', '0', '--open'], { cwd, env });
  onTestFinished(async () => {
    call.interrupt('SIGTERM');
    await call.answer;
  });
  await until(() => call.stderr().includes('Open the address yourself.'));
  expect(call.stderr()).toMatch(/No browser was opened: \S+ cannot be started\./);
  const address = new URL(/http:\S+/.exec(call.stderr())?.[0] ?? '');
  expect((await fetch(address)).status).toBe(200);
  expect(readdirSync(join(home, '.local/state/ctx/ui'))).toEqual([]);
});
