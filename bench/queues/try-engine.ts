// One engine, measured: jobs one at a time while nothing else is to do, many at once, a job longer than its lease, and then the
// same with one worker killed and one frozen past its lease.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { median } from '../figures.js';

export interface Engine {
  readonly name: string;
  readonly packages: readonly string[];
}

export interface Tried {
  readonly installMb: number;
  /** From the putting in to the begin, one at a time. */
  readonly idleMs: number;
  readonly jobsPerSecond: number;
  /** Begins of a single job that runs longer than its lease. */
  readonly longBegun: number;
  /** Of the killed worker's jobs: from the kill until another worker began the first and the last of them. */
  readonly takeoverMs: readonly number[];
  /** The same for the frozen one. */
  readonly thawMs: readonly number[];
  readonly stuck: number;
  readonly doneTwice: number;
}

interface Told {
  readonly what: 'put' | 'begun' | 'done' | 'ready' | 'fault';
  readonly id: number;
  readonly worker: string;
  readonly at: number;
}

const jobs = { idle: 20, many: 1000, faulty: 300 };
const longMs = 12_000;
const frozenMs = 9_000;
/** So long without any progress, and what is left is stuck. */
const patienceMs = 45_000;

export async function tryEngine({ name, packages }: Engine, folder: string, url: string): Promise<Tried> {
  const installed = join(folder, name);
  mkdirSync(installed);
  writeFileSync(join(installed, 'package.json'), '{"private":true}');
  const npm = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...packages];
  execFileSync('npm', npm, { cwd: installed, stdio: ['ignore', 'ignore', 'inherit'] });
  const installMb = Number(execFileSync('du', ['-sm', installed], { encoding: 'utf8' }).split('\t')[0]);
  const events = join(folder, `${name}.events`);
  writeFileSync(events, '');
  const told = () =>
    readFileSync(events, 'utf8')
      .split('\n')
      .flatMap((line): Told[] => (line === '' ? [] : [JSON.parse(line)]));
  const words = [name, installed, url, events];
  const client = await startClient(words);
  const workers = ['a', 'b', 'c'].map((worker) => startOf('worker.mjs', [...words, worker], 'ignore'));
  try {
    await until(
      () => of(told(), 'ready').length === 3,
      patienceMs,
      () => told().length,
    );
    let next = 1;
    const some = (count: number, ms: (i: number) => number) =>
      Array.from({ length: count }, (_, i) => ({ id: next++, ms: ms(i) }));
    const allDone = async (ids: readonly { readonly id: number }[]) => {
      const wanted = new Set(ids.map(({ id }) => id));
      const left = () =>
        wanted.size -
        new Set(
          of(told(), 'done')
            .map(({ id }) => id)
            .filter((id) => wanted.has(id)),
        ).size;
      await until(
        () => left() === 0,
        patienceMs,
        () => told().length,
      );
      return left();
    };
    const idle: number[] = [];
    for (let i = 0; i < jobs.idle; i++) {
      const one = some(1, () => 0);
      await client.put(one);
      await allDone(one);
      idle.push(spanOf(told(), one[0]?.id ?? 0));
    }
    const many = some(jobs.many, () => 0);
    await client.put(many);
    await allDone(many);
    const jobsPerSecond = rateOf(told(), many);
    const [long = { id: 0, ms: 0 }] = some(1, () => longMs);
    await client.put([long]);
    await allDone([long]);
    const longBegun = of(told(), 'begun').filter(({ id }) => id === long.id).length;
    const faulty = some(jobs.faulty, (i) => 200 + ((i * 37) % 400));
    const [killed, frozen] = workers;
    await client.put(faulty);
    const first = faulty[0]?.id ?? 0;
    await until(
      () => of(told(), 'done').filter(({ id }) => id >= first).length > jobs.faulty * 0.3,
      patienceMs,
      () => told().length,
    );
    const at = Date.now();
    killed?.kill('SIGKILL');
    frozen?.kill('SIGSTOP');
    const heldAt = told();
    await wait(frozenMs);
    frozen?.kill('SIGCONT');
    const stuck = await allDone(faulty);
    await wait(1_000);
    const after = told();
    const takenFrom = (worker: string) =>
      heldBy(heldAt, worker).flatMap((id) => {
        const again = after.find((one) => one.what === 'begun' && one.id === id && one.worker !== worker);
        return again === undefined ? [] : [again.at - at];
      });
    return {
      installMb,
      idleMs: median(idle),
      jobsPerSecond,
      longBegun,
      takeoverMs: takenFrom('a').toSorted((a, b) => a - b),
      thawMs: takenFrom('b').toSorted((a, b) => a - b),
      stuck,
      doneTwice: twice(of(after, 'done').filter(({ id }) => id >= first)),
    };
  } finally {
    client.end();
    for (const worker of workers) worker.kill('SIGKILL');
  }
}

const here = import.meta.dirname;

function startOf(file: string, words: readonly string[], output: 'ignore' | 'pipe'): ChildProcess {
  return spawn(process.execPath, [join(here, file), ...words], { stdio: ['pipe', output, 'inherit'] });
}

async function startClient(words: readonly string[]) {
  const child = startOf('client.mjs', words, 'pipe');
  if (child.stdout === null || child.stdin === null) throw new Error('a client without pipes');
  const { stdin } = child;
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answered = async () => {
    // Engines print lines of their own.
    for (;;) {
      const { done, value } = await lines.next();
      if (done) throw new Error(`the client of ${words[0]} ended`);
      if (value === 'answered') return;
    }
  };
  await answered();
  return {
    put: async (list: readonly object[]) => {
      stdin.write(`${JSON.stringify(list)}\n`);
      await answered();
    },
    end: () => child.kill('SIGKILL'),
  };
}

/** Until it is so, or nothing has moved for a while. */
async function until(isSo: () => boolean, patience: number, progress: () => number): Promise<void> {
  let [seen, since] = [progress(), Date.now()];
  while (!isSo()) {
    await wait(20);
    const now = progress();
    if (now !== seen) [seen, since] = [now, Date.now()];
    else if (Date.now() - since > patience) return;
  }
}

function of(told: readonly Told[], what: Told['what']): Told[] {
  return told.filter((one) => one.what === what);
}

function spanOf(told: readonly Told[], id: number): number {
  const at = (what: Told['what']) => told.find((one) => one.what === what && one.id === id)?.at ?? Number.NaN;
  return at('begun') - at('put');
}

function rateOf(told: readonly Told[], list: readonly { readonly id: number }[]): number {
  const ids = new Set(list.map(({ id }) => id));
  const mine = told.filter(({ id }) => ids.has(id));
  const [from, to] = [of(mine, 'begun')[0]?.at ?? 0, of(mine, 'done').at(-1)?.at ?? 0];
  return list.length / ((to - from) / 1000);
}

function heldBy(told: readonly Told[], worker: string): number[] {
  const done = new Set(of(told, 'done').map(({ id }) => id));
  return of(told, 'begun').flatMap((one) => (one.worker === worker && !done.has(one.id) ? [one.id] : []));
}

function twice(done: readonly Told[]): number {
  return done.length - new Set(done.map(({ id }) => id)).size;
}
