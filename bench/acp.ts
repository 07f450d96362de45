// What an editor waits for: the first answer of `ctx acp`, and each message that goes through the recording proxy.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { median } from './figures.js';
import { benchEnvironment, limited, type Row, timesNode } from './measure.js';
import { ctx, inFolder } from './place.js';
import type { Suite } from './run.js';

const initialize = request(0, 'initialize', { protocolVersion: 1 });

/** Answers every request with what it was asked, and says something before. */
const agent = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
  if (method === 'initialize') return send({ id, result: { protocolVersion: 1, agentInfo: { name: 'bench', version: '1' } } });
  if (method === 'session/new') return send({ id, result: { sessionId: 's' } });
  if (method === 'session/prompt') return;
  send({ method: 'session/update', params: { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: params.text } } } });
  send({ id, result: {} });
})`;

const plainRelay = `const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['-e', process.argv[1]], { stdio: ['pipe', 'pipe', 'inherit'] });
process.stdin.pipe(child.stdin);
child.stdout.pipe(process.stdout);`;

const suite: Suite = {
  title: 'ACP (the first answer, and a message through the proxy)',
  run: () =>
    inFolder(async (home) => {
      mkdirSync(projectIn(home));
      return [await firstAnswer(home), await throughProxy(home)];
    }),
};

export default suite;

/** Sessions of other agents are kept outside of the project that they work in. */
function projectIn(home: string): string {
  return join(home, 'project');
}

async function firstAnswer(home: string): Promise<Row> {
  const bare: number[] = [];
  const answered: number[] = [];
  for (let round = 0; round < 21; round++) {
    const start = performance.now();
    spawnSync(process.execPath, ['-e', '0'], { env: benchEnvironment() });
    bare.push(performance.now() - start);
    answered.push(await untilAnswer(home));
  }
  const unit = median(bare);
  return timesNode('ctx acp answers initialize', median(answered) / unit, unit, 2.2);
}

async function untilAnswer(home: string): Promise<number> {
  const start = performance.now();
  const child = started([ctx, 'acp'], home);
  const peer = peerOf(child);
  await peer.ask(initialize);
  const time = performance.now() - start;
  await peer.end();
  return time;
}

/** Both relays are up at the same time and asked in turns: a question, and the two messages that answer it. */
async function throughProxy(home: string): Promise<Row> {
  const relay = peerOf(started(['-e', plainRelay, agent], home));
  const proxy = peerOf(started([ctx, 'acp', '--', process.execPath, '-e', agent], home));
  const times = { relay: [] as number[], proxy: [] as number[] };
  const text = 'x'.repeat(200);
  for (const peer of [relay, proxy]) {
    await peer.ask(initialize);
    await peer.ask(request(1, 'session/new', { cwd: projectIn(home), mcpServers: [] }));
    peer.tell(request(2, 'session/prompt', { sessionId: 's', prompt: [{ type: 'text', text: 'go' }] }));
  }
  for (let round = 0; round < 600; round++) {
    for (const [name, peer] of [['relay', relay] as const, ['proxy', proxy] as const]) {
      const start = performance.now();
      await peer.ask(request(round + 10, '_bench/say', { text }));
      if (round >= 100) times[name].push(performance.now() - start);
    }
  }
  await Promise.all([relay.end(), proxy.end()]);
  const more = median(times.proxy) - median(times.relay);
  const row = limited('the proxy, for a question and its two answers, above a plain relay', more, 1, 'ms');
  return { ...row, measured: `${row.measured} (the relay: ${median(times.relay).toFixed(2)} ms)` };
}

function started(words: readonly string[], home: string): ChildProcess {
  return spawn(process.execPath, words, {
    cwd: projectIn(home),
    env: benchEnvironment({ HOME: home }),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

function peerOf(child: ChildProcess) {
  let held = '';
  let wake: (() => void) | undefined;
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    held += text;
    const lines = held.split('\n');
    held = lines.pop() ?? '';
    // Its answer is the one that has its id.
    if (lines.some((line) => line.includes('"result"'))) wake?.();
  });
  const tell = (line: string) => void child.stdin?.write(line);
  return {
    tell,
    ask(line: string): Promise<void> {
      const answered = new Promise<void>((resolve) => {
        wake = resolve;
      });
      tell(line);
      return answered;
    },
    end(): Promise<void> {
      child.stdin?.end();
      return new Promise((resolve) => child.once('close', () => resolve()));
    },
  };
}

function request(id: number, method: string, params: object): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;
}
