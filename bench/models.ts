// What the harness adds to a provider: the time until the first byte goes out to it, and the time of its stream.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { bundled } from './bundle.js';
import { median } from './figures.js';
import { benchEnvironment, limited, type Row } from './measure.js';
import { ctx, inFolder } from './place.js';
import type { Suite } from './run.js';

const suite: Suite = {
  title: 'Models (loopback servers; NODE_EXTRA_CA_CERTS unset on both sides)',
  async run() {
    return [...(await inFolder((folder) => firstBytes(folder, 15))), ...(await streams(5))];
  },
};

export default suite;

const models = {
  anthropic: 'claude-haiku-4-5',
  openai: 'gpt-5-mini',
  google: 'gemini-2.5-pro',
  'openai-compatible': 'any',
};

/**
 * Medians of interleaved runs: from the start of the process to the first byte at the server, to all of `node -e 0`. A run
 * opens its sandbox before it asks a model, so with one it may take as long again as a sandbox takes to open.
 */
async function firstBytes(folder: string, rounds: number): Promise<Row[]> {
  const driver = await bundled('open-sandbox');
  const base: number[] = [];
  const opened: number[] = [];
  const plain = new Map(Object.keys(models).map((name): [string, number[]] => [name, []]));
  const confined = new Map(Object.keys(models).map((name): [string, number[]] => [name, []]));
  for (let round = 0; round < rounds; round++) {
    base.push(await wholeProcess(['-e', '0']));
    opened.push(opening(driver));
    for (const [provider, model] of Object.entries(models)) {
      plain.get(provider)?.push(await untilFirstByte(provider, model, folder, ['--no-sandbox']));
      confined.get(provider)?.push(await untilFirstByte(provider, model, folder, []));
    }
  }
  const unit = median(base);
  const sandbox = median(opened) / unit;
  return [
    ...[...plain].map(([provider, times]) =>
      row(`ctx run --no-sandbox, first byte to ${provider}`, times, 4),
    ),
    ...[...confined].map(([provider, times]) => row(`ctx run, first byte to ${provider}`, times, 4, sandbox)),
  ];

  function row(name: string, times: readonly number[], most: number, more = 0): Row {
    const ratio = median(times) / unit;
    const limit = more === 0 ? `≤ ${most}` : `≤ ${most} + ${more.toFixed(2)}, a sandbox of its own`;
    const measured = `${ratio.toFixed(2)} × node -e 0 (${unit.toFixed(0)} ms)`;
    return { name, measured, limit, holds: ratio <= most + more };
  }
}

function opening(driver: string): number {
  const printed = execFileSync(process.execPath, [driver], { encoding: 'utf8', env: benchEnvironment() });
  const { milliseconds }: { milliseconds: number } = JSON.parse(printed);
  return milliseconds;
}

async function wholeProcess(argv: readonly string[]): Promise<number> {
  const start = performance.now();
  await once(spawn(process.execPath, argv, { env: benchEnvironment(), stdio: 'ignore' }), 'close');
  return performance.now() - start;
}

/**
 * The process is stopped there, so that no provider’s code is ever kept compiled: each of them is a first call. It is not
 * killed, because the next run would have to clear away what it left.
 */
async function untilFirstByte(
  provider: string,
  model: string,
  cwd: string,
  flags: readonly string[],
): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const argv = [
    ctx,
    'run',
    ...flags,
    ...['--task', 'Go.', '--model', `${provider}/${model}`],
    ...['--base-url', `http://127.0.0.1:${port}/v1`, '--output-format', 'json'],
  ];
  const key = { ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k', GEMINI_API_KEY: 'k' };
  const start = performance.now();
  const child = spawn(process.execPath, argv, { cwd, env: benchEnvironment(key), stdio: 'ignore' });
  const [socket] = (await once(server, 'connection')) as [Socket];
  await once(socket, 'data');
  const taken = performance.now() - start;
  child.kill('SIGTERM');
  await once(child, 'close');
  socket.destroy();
  server.close();
  return taken;
}

const events = 400;
const pause = 5;

/** From the request at the server to the answer in the log, to the time that the server took: 200 events a second. */
async function streams(rounds: number): Promise<Row[]> {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) ratios.push(await inFolder(streamOnce));
  const added = (median(ratios) - 1) * 100;
  return [limited(`streaming ${events} events in ${(events * pause) / 1000} s, added`, added, 5, '%')];
}

async function streamOnce(folder: string): Promise<number> {
  let arrived = 0;
  let served = 0;
  const server = createHttpServer((request, response) => {
    request.resume();
    request.on('end', async () => {
      arrived = Date.now();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (let sent = 0; sent < events; sent++) {
        response.write(chunk({ content: `word ${sent} ` }, null));
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
      response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
      served = Date.now() - arrived;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const argv = [ctx, 'run', '--task', 'Go.', '--model', 'openai-compatible/any', '--out', 's.jsonl'];
  const format = ['--base-url', `http://127.0.0.1:${port}/v1`, '--output-format', 'stream-json'];
  const child = spawn(process.execPath, [...argv, ...format], {
    cwd: folder,
    env: benchEnvironment(),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  child.stdout.resume();
  await once(child, 'close');
  server.close();
  const records: { type: string; at: string }[] = readFileSync(join(folder, 's.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const answered = records.find(({ type }) => type === 'model.responded');
  return (Date.parse(answered?.at ?? '') - arrived) / served;
}

function chunk(delta: object, finish_reason: string | null): string {
  return `data: ${JSON.stringify({ id: 'c', model: 'any', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
}
