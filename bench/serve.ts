// What a server costs: 200 clients that only stay connected, a message to it, and the messages of a prompt, each beside a plain relay.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { median } from './figures.js';
import { benchEnvironment, type Row } from './measure.js';
import { ctx, inFolder } from './place.js';
import type { Suite } from './run.js';

const mostMb = 150;
const clients = 200;
const rounds = 1000;
const prompts = 100;

/** Answers every request, and knows nothing else. */
const relay = `const { WebSocketServer } = require(process.argv[1]);
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
server.on('connection', (socket) => socket.on('message', (data) => {
  const { id, params } = JSON.parse(data);
  socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: params }));
}));
server.on('listening', () => console.log(JSON.stringify({ url: 'ws://127.0.0.1:' + server.address().port })));`;

/** Carries the lines of a `ctx acp` over a WebSocket, and knows nothing of them. */
const lineRelay = `const { WebSocketServer } = require(process.argv[1]);
const { spawn } = require('node:child_process');
const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
server.on('connection', (socket) => {
  const agent = spawn(process.execPath, [process.argv[2], 'acp'], { stdio: ['pipe', 'pipe', 'inherit'] });
  socket.on('message', (data) => agent.stdin.write(data + '\\n'));
  socket.on('close', () => agent.stdin.end());
  require('node:readline').createInterface({ input: agent.stdout }).on('line', (line) => socket.send(line));
});
server.on('listening', () => console.log(JSON.stringify({ url: 'ws://127.0.0.1:' + server.address().port })));`;

const suite: Suite = {
  title: 'The server (idle clients, messages)',
  run: () => inFolder(rowsIn),
};

export default suite;

async function rowsIn(home: string): Promise<Row[]> {
  const ws = createRequire(import.meta.url).resolve('ws');
  const started: Started[] = [];
  const begin = async (...words: string[]) => {
    const server = await start(words, home);
    started.push(server);
    return server;
  };
  try {
    const server = await begin(ctx, 'serve', '--port', '0', '--output-format', 'stream-json');
    const plain = await begin('-e', relay, ws);
    const piped = await begin('-e', lineRelay, ws, ctx);
    return [await messages(server, plain), await turns(server, piped, home), await idle(server)];
  } finally {
    for (const { child } of started) child.kill();
  }
}

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly token: string;
}

async function start(words: readonly string[], home: string): Promise<Started> {
  const child = spawn(process.execPath, words, {
    cwd: home,
    env: { ...benchEnvironment(), HOME: home, CTX_MODEL: 'script:echo' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { url, token_file: file } = JSON.parse(String(line));
  return { child, url, token: file === undefined ? '' : readFileSync(file, 'utf8').trim() };
}

async function connected({ url, token }: Started): Promise<WebSocket> {
  const socket = new WebSocket(`${url}/acp`, { headers: { authorization: `Bearer ${token}` } });
  await once(socket, 'open');
  return socket;
}

async function ask(socket: WebSocket, id: number): Promise<number> {
  const params = { protocolVersion: 1, clientInfo: { name: 'bench', version: '1' } };
  const since = performance.now();
  socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'initialize', params }));
  await once(socket, 'message');
  return performance.now() - since;
}

/** Both are asked in turns. */
async function messages(server: Started, plain: Started): Promise<Row> {
  const [ours, theirs] = [await connected(server), await connected(plain)];
  const times = { ours: [] as number[], theirs: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    times.theirs.push(await ask(theirs, round));
    times.ours.push(await ask(ours, round));
  }
  ours.terminate();
  theirs.terminate();
  const more = median(times.ours) - median(times.theirs);
  return {
    name: 'a message to ctx serve',
    measured: `${more.toFixed(3)} ms more than to a plain relay (${median(times.theirs).toFixed(3)} ms)`,
    limit: '≤ 1 ms, median',
    holds: more <= 1,
  };
}

/** A session, and a prompt to it: how long it took, and how many messages came. */
async function talkedWith(started: Started, cwd: string) {
  const socket = await connected(started);
  let lastId = 0;
  let heard = 0;
  const request = (method: string, params: object): Promise<Record<string, string>> => {
    lastId += 1;
    const id = lastId;
    return new Promise((resolve) => {
      const take = (data: unknown) => {
        heard += 1;
        const message = JSON.parse(String(data));
        if (message.id !== id) return;
        socket.off('message', take);
        resolve(message.result);
      };
      socket.on('message', take);
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
  };
  await request('initialize', { protocolVersion: 1 });
  const { sessionId } = await request('session/new', { cwd, mcpServers: [] });
  return {
    async prompt(): Promise<number> {
      heard = 0;
      const since = performance.now();
      await request('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'Say it.' }] });
      return performance.now() - since;
    },
    heard: () => heard,
    close: () => socket.terminate(),
  };
}

/** The same agent behind both, prompted in turns: what is left is what the server adds to each message of a turn. */
async function turns(server: Started, piped: Started, cwd: string): Promise<Row> {
  const [ours, theirs] = [await talkedWith(server, cwd), await talkedWith(piped, cwd)];
  const times = { ours: [] as number[], theirs: [] as number[] };
  for (let round = 0; round < prompts; round++) {
    times.theirs.push(await theirs.prompt());
    times.ours.push(await ours.prompt());
  }
  const count = ours.heard() + 1;
  const more = (median(times.ours) - median(times.theirs)) / count;
  ours.close();
  theirs.close();
  return {
    name: 'a message within a session',
    measured: `${more.toFixed(3)} ms more than by a plain relay (${count} messages a prompt, ${median(times.theirs).toFixed(2)} ms)`,
    limit: '≤ 1 ms, median',
    holds: more <= 1,
  };
}

async function idle(server: Started): Promise<Row> {
  const before = residentMb(server);
  const sockets: WebSocket[] = [];
  for (let i = 0; i < clients; i++) {
    const socket = await connected(server);
    await ask(socket, 1);
    sockets.push(socket);
  }
  const mb = residentMb(server);
  for (const socket of sockets) socket.terminate();
  return {
    name: `${clients} idle clients`,
    measured: `${mb.toFixed(0)} MB resident (${before.toFixed(0)} MB before)`,
    limit: `≤ ${mostMb} MB`,
    holds: mb <= mostMb,
  };
}

function residentMb({ child }: Started): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
