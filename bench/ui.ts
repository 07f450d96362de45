// The dashboard's server with 100, 1,000 and 10,000 sessions: when the first rows are there (since it listens, and since its process was started),
// how soon an event, and what it costs to have twenty pages open that have asked for all rows.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { median } from './figures.js';
import { benchEnvironment, type Row } from './measure.js';
import type { Suite } from './run.js';

const ctx = join(import.meta.dirname, '../packages/ctx/dist/ctx.cjs');
const uiWords = [ctx, 'ui', '--port', '0', '--output-format', 'stream-json'];
const tabs = 20;
const mostMb = 120;
const idleMs = 5000;

/** The least that a server of pages can be: it starts, and answers with the names of the files. */
const plain = `const { createServer } = require('node:http'); const { readdirSync } = require('node:fs');
const server = createServer((_, response) => response.end(JSON.stringify(readdirSync('.context/sessions'))));
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ url: 'http://127.0.0.1:' + server.address().port + '/?token=x' })));`;

const suite: Suite = {
  title: 'The dashboard (100, 1,000 and 10,000 sessions)',
  async run() {
    const rows: Row[] = [];
    for (const count of [100, 1000, 10_000]) rows.push(...(await withSessions(count)));
    return rows;
  },
};

export default suite;

async function withSessions(count: number): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), 'ctx-bench-ui-'));
  const started: Started[] = [];
  try {
    const folder = makeSessions(home, count);
    const firsts: Started[] = [];
    const plains: Started[] = [];
    for (let round = 0; round < 3; round++) {
      plains.push(await first(['-e', plain], home, '/', started));
      firsts.push(await first(uiWords, home, '/api/sessions?limit=200', started));
    }
    const [most, words] = count > 1000 ? [1000, '≤ 1 s'] : [300, '≤ 300 ms'];
    // Only the one that is measured next runs.
    for (const { child } of started) child.kill();
    const ui = await first(uiWords, home, '/api/sessions?limit=200', started);
    const streams = await Promise.all(Array.from({ length: tabs }, () => listen(ui)));
    await Promise.all(streams.map(() => allOf(ui, '/api/sessions')));
    const [page] = streams;
    if (page === undefined) throw new Error('no stream');
    const latencies: number[] = [];
    for (let i = 0; i < 20; i++) latencies.push(await eventAfter(folder, `new-${i}`, page));
    await pause(1000);
    const before = cpuMs(ui.child);
    await pause(idleMs);
    const idle = ((cpuMs(ui.child) - before) / idleMs) * 100;
    const mb =
      Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${ui.child.pid}/status`, 'utf8'))?.[1]) / 1024;
    for (const { end } of streams) end();
    const at = `${count} sessions`;
    const sinceListening = median(firsts.map(({ afterMs }) => afterMs));
    const [whole, bare] = [firsts, plains].map((each) => Math.round(median(each.map((one) => one.firstMs))));
    return [
      row(
        `${at}: first rows since it listens`,
        sinceListening,
        ' ms',
        sinceListening <= most,
        `${words}; with its process's start ${whole} ms (a bare server: ${bare} ms)`,
      ),
      row(`${at}: event after its record`, median(latencies), ' ms', median(latencies) <= 200, '≤ 200 ms'),
      row(`${at}, ${tabs} pages: memory`, mb, ' MB', mb <= mostMb, `≤ ${mostMb} MB`),
      row(`${at}, ${tabs} pages: idle`, idle, ' % CPU', idle < 1, '< 1 %'),
    ];
  } finally {
    for (const { child } of started) child.kill();
    rmSync(home, { recursive: true, force: true });
  }
}

function row(name: string, value: number, unit: string, holds: boolean, limit: string): Row {
  return { name, measured: `${value.toFixed(1)}${unit}`, limit, holds };
}

/** One recorded session, under many names. */
function makeSessions(home: string, count: number): string {
  writeFileSync(
    join(home, 's.yaml'),
    'model: script/1\nreplies:\n  - call: [{ tool: list, input: { path: "." } }]\n  - say: Done.\n',
  );
  execFileSync(
    process.execPath,
    [ctx, 'run', '--task', 'Look.', '--session-id', 'first', '--model', 'script:s.yaml'],
    {
      cwd: home,
      env: { ...benchEnvironment(), HOME: home },
      stdio: 'ignore',
    },
  );
  const folder = join(home, '.context/sessions');
  mkdirSync(folder, { recursive: true });
  for (let i = 1; i < count; i++)
    copyFileSync(join(folder, 'first.jsonl'), join(folder, `session-${i}.jsonl`));
  if (readdirSync(folder).filter((name) => name.endsWith('.jsonl')).length !== count)
    throw new Error('not all were made');
  return folder;
}

interface Started {
  readonly child: ChildProcess;
  readonly base: string;
  readonly token: string;
  /** Until its first answer was all there: since its process was started, and since it said that it listens. */
  readonly firstMs: number;
  readonly afterMs: number;
}

/** Starts it, and asks it once. */
async function first(
  words: readonly string[],
  home: string,
  path: string,
  started: Started[],
): Promise<Started> {
  const since = performance.now();
  const child = spawn(process.execPath, words, {
    cwd: home,
    env: { ...benchEnvironment(), HOME: home },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const listening = performance.now();
  const { origin: base, searchParams } = new URL(JSON.parse(String(line)).url);
  const token = searchParams.get('token') ?? '';
  await allOf({ base, token }, path);
  const now = performance.now();
  const one = { child, base, token, firstMs: now - since, afterMs: now - listening };
  started.push(one);
  return one;
}

async function allOf({ base, token }: Pick<Started, 'base' | 'token'>, path: string): Promise<void> {
  await (await fetch(`${base}${path}`, { headers: { authorization: `Bearer ${token}` } })).arrayBuffer();
}

interface Page {
  readonly heard: string[];
  wake: () => void;
  end(): void;
}

async function listen({ base, token }: Started): Promise<Page> {
  const end = new AbortController();
  const response = await fetch(`${base}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: end.signal,
  });
  const page: Page = { heard: [], wake: () => {}, end: () => end.abort() };
  void (async () => {
    const decoder = new TextDecoder();
    for await (const piece of response.body ?? []) {
      page.heard.push(decoder.decode(piece, { stream: true }));
      page.wake();
    }
  })().catch(() => {});
  return page;
}

async function eventAfter(folder: string, id: string, page: Page): Promise<number> {
  page.heard.length = 0;
  const since = performance.now();
  copyFileSync(join(folder, 'first.jsonl'), join(folder, `${id}.jsonl`));
  while (!page.heard.join('').includes(`"key":"${id}"`))
    await new Promise<void>((resolve) => {
      page.wake = resolve;
    });
  return performance.now() - since;
}

function cpuMs({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
