// What ctx spends on driving another agent: its CPU for a thousand calls that are asked about and told, held against ctx's own relay, which
// reads, judges and seals the same messages. Beside it, what a relay that reads nothing and our log with the same records cost.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { median } from './figures.js';
import { benchEnvironment, type Row } from './measure.js';
import type { Suite } from './run.js';
import { drive } from './run-driver.js';

const ctx = join(import.meta.dirname, '../packages/ctx/dist/ctx.cjs');
const calls = 1_000;
const rounds = 5;
const limit = 1;

/** Makes so many calls in its turn: each is shown, asked about, begun, spoken of and done. */
const agent = `const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const update = (body) => send({ method: 'session/update', params: { sessionId: 's1', update: body } });
const say = (text) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
const options = ['allow_once', 'reject_once'].map((kind) => ({ optionId: kind, kind, name: kind }));
let answered = () => {};
async function work() {
  for (let i = 0; i < Number(process.argv[1]); i++) {
    const toolCallId = 'c' + i;
    const call = { toolCallId, title: 'node step-' + i + '.mjs', kind: 'execute', rawInput: { command: 'node step-' + i + '.mjs --check' } };
    say('Step ' + i + ' is next. ');
    update({ sessionUpdate: 'tool_call', ...call, status: 'pending' });
    await new Promise((resolve) => {
      answered = resolve;
      send({ id: 'a' + i, method: 'session/request_permission', params: { sessionId: 's1', toolCall: call, options } });
    });
    update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress' });
    const content = [{ type: 'content', content: { type: 'text', text: 'all checks are green. '.repeat(8) } }];
    update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed', content });
  }
  say('Done.');
}
require('node:readline').createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method } = JSON.parse(line);
  if (method === undefined) answered();
  else if (method === 'initialize') send({ id, result: { protocolVersion: 1, agentInfo: { name: 'bench', version: '1' } } });
  else if (method === 'session/new') send({ id, result: { sessionId: 's1' } });
  else if (method === 'session/prompt') { await work(); send({ id, result: { stopReason: 'end_turn' } }); }
})`;

const plainRelay = `const child = require('node:child_process').spawn(process.execPath, ['-e', ...process.argv.slice(1)], { stdio: ['pipe', 'pipe', 'inherit'] });
process.stdin.pipe(child.stdin);
child.stdout.pipe(process.stdout);`;

/** Loaded before anything else: a process writes down at its end what it used itself, without its children. */
const meter = `process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  require('node:fs').writeFileSync(process.env.BENCH_CPU_FILE, String((user + system) / 1000));
});`;

const suite: Suite = {
  title: `Driving another agent (CPU of ${calls} asked calls, without starting)`,
  async run() {
    const home = mkdtempSync(join(tmpdir(), 'ctx-bench-drive-'));
    try {
      writeFileSync(join(home, 'meter.cjs'), meter);
      return await driving(home);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  },
};

export default suite;

async function driving(home: string): Promise<Row[]> {
  const times = { driven: [] as number[], relayed: [] as number[], guarded: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    times.driven.push((await driven(home, `${round}`, calls)) - (await driven(home, `${round}-none`, 0)));
    times.relayed.push((await relayed(home, plain(calls))) - (await relayed(home, plain(0))));
    times.guarded.push((await relayed(home, guarded(calls))) - (await relayed(home, guarded(0))));
  }
  const log = await drive<'logMs'>('append-driven', [String(calls)], rounds);
  const [ours, own, pipe, writing] = [
    median(times.driven),
    median(times.guarded),
    median(times.relayed),
    log('logMs'),
  ];
  const ratio = ours / own;
  const unread = `a relay that reads nothing ${ms(pipe)} and the log ${ms(writing)}: ${(ours / (pipe + writing)).toFixed(2)} ×`;
  return [
    {
      name: 'ctx run --agent, against ctx acp -- AGENT with its log',
      measured: `${ratio.toFixed(2)} × (${ms(ours)}, the relay ${ms(own)}; ${unread})`,
      limit: `≤ ${limit}`,
      holds: ratio <= limit,
    },
  ];
}

function ms(time: number): string {
  return `${time.toFixed(0)} ms`;
}

function plain(times: number): string[] {
  return ['-e', plainRelay, agent, String(times)];
}

/** By the rules that `ctx run` has unless a config names others. */
function guarded(times: number): string[] {
  return [ctx, 'acp', '--profile', 'edit', '--', process.execPath, '-e', agent, String(times)];
}

/** Milliseconds of CPU of ctx alone. */
async function driven(home: string, name: string, times: number): Promise<number> {
  const project = join(home, name);
  mkdirSync(project);
  const config = {
    session_id: 's',
    agent: { name: 'bench', command: [process.execPath, '-e', agent, String(times)], protocol: 'acp' },
    sandbox: 'off',
    budget: { max_tool_calls: 2 * calls, max_model_calls_per_turn: 2 * calls },
    runs: [{ run_id: 'r1', task: 'go' }],
  };
  writeFileSync(join(project, 'session.yaml'), JSON.stringify(config));
  const child = metered(home, project, [ctx, 'run', 'session.yaml', '--trust', '--output-format', 'json']);
  let answer = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  child.stdin?.end();
  await ended(child, () => answer);
  const records = readFileSync(join(project, '.context/sessions/s.jsonl'), 'utf8').split('\n').length;
  if (records < 4 * times) throw new Error(`the log of ${times} calls has only ${records} records`);
  return used(home);
}

/** Milliseconds of CPU of the relay alone; we are the client behind it. */
async function relayed(home: string, words: readonly string[]): Promise<number> {
  const project = mkdtempSync(join(home, 'relayed-'));
  const child = metered(home, project, words);
  const tell = (message: object) =>
    void child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  if (child.stdout === null) throw new TypeError('the relay has pipes');
  const begin = [
    { method: 'initialize', params: { protocolVersion: 1 } },
    { method: 'session/new', params: { cwd: project, mcpServers: [] } },
    { method: 'session/prompt', params: { sessionId: 's1', prompt: [{ type: 'text', text: 'go' }] } },
  ];
  const next = (id: number) => (id < begin.length ? tell({ id, ...begin[id] }) : child.stdin?.end());
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (method === 'session/request_permission')
      tell({ id, result: { outcome: { outcome: 'selected', optionId: 'allow_once' } } });
    else if (method === undefined) next(id + 1);
  });
  next(0);
  await ended(child, () => 'the relay');
  return used(home);
}

function metered(home: string, cwd: string, words: readonly string[]): ChildProcess {
  return spawn(process.execPath, ['--require', join(home, 'meter.cjs'), ...words], {
    cwd,
    env: benchEnvironment({ HOME: home, BENCH_CPU_FILE: join(home, 'cpu') }),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

function used(home: string): number {
  return Number(readFileSync(join(home, 'cpu'), 'utf8'));
}

async function ended(child: ChildProcess, said: () => string): Promise<void> {
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`it ended with ${code}: ${said()}`);
}
