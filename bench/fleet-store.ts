// What a fleet in PostgreSQL costs: a commit on loopback, sessions a second with three workers, a takeover, a worker with a hundred
// sessions, and whether a session costs the same in a large fleet as in a small one.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Postgres, startPostgres } from '../packages/ctx/test/postgres.js';
import { benchEnvironment, type Row } from './measure.js';
import { ctx, inFolder } from './place.js';
import { drive } from './run-driver.js';

const settings = ['fsync = on', 'synchronous_commit = on'];
const leaseSeconds = 5;

export interface Scale {
  readonly few: number;
  readonly middle: number;
  readonly many: number;
}

export async function storeRows(
  quick: object,
  waiting: object,
  { few, middle, many }: Scale,
): Promise<Row[]> {
  const barrier = await onServer(async (server) => {
    const figure = await drive<'p50' | 'p99' | 'bare'>('store-barrier', [server.url], 1);
    return { p50: figure('p50'), p99: figure('p99'), bare: figure('bare') };
  });
  const small = await fleetOf(few, quick);
  const middling = await fleetOf(middle, quick);
  const large = await fleetOf(many, quick);
  const held = await fleetOf(few, waiting, { slots: [few] });
  const takeover = await takeoverOf(waiting);
  const growth = large.cpuMs / many / (small.cpuMs / few);
  return [
    row(
      'a commit on loopback, p50',
      `${barrier.p50.toFixed(2)} ms (p99 ${barrier.p99.toFixed(1)}; a bare insert ${barrier.bare.toFixed(2)})`,
      '≤ 2 ms',
      barrier.p50 <= 2,
    ),
    row(
      `${middle} sessions, 3 workers`,
      `${middling.rate.toFixed(0)} sessions/s`,
      '≥ 40',
      middling.rate >= 40,
    ),
    row(
      `takeover after kill -9, lease of ${leaseSeconds} s`,
      `${(takeover / 1000).toFixed(1)} s`,
      `≤ ${leaseSeconds + 2} s`,
      takeover <= (leaseSeconds + 2) * 1000,
    ),
    row(
      `a worker with ${few} sessions that wait`,
      `${held.peakMb.toFixed(0)} MB`,
      '≤ 250',
      held.peakMb <= 250,
    ),
    row(
      `CPU of a session with the server's, ${many} against ${few}`,
      `${growth.toFixed(2)} × (${(large.cpuMs / many).toFixed(1)} ms, of it the server ${(large.serverMs / many).toFixed(1)})`,
      '≤ 1.25',
      growth <= 1.25,
    ),
  ];
}

function row(name: string, measured: string, limit: string, holds: boolean): Row {
  return { name: `PostgreSQL: ${name}`, measured, limit, holds };
}

export async function onServer<T>(work: (server: Postgres) => Promise<T>): Promise<T> {
  const server = await startPostgres({ settings });
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

export interface Measured {
  readonly rate: number;
  /** What the server holds and did for all of it. */
  readonly bytes: number;
  readonly walBytes: number;
  readonly commits: number;
  readonly records: number;
  /** Of all workers, without what their starts cost, and of the server. */
  readonly cpuMs: number;
  readonly serverMs: number;
  readonly peakMb: number;
}

export function fleetOf(
  sessions: number,
  script: object,
  { slots = [10, 10, 10] }: { readonly slots?: readonly number[] } = {},
): Promise<Measured> {
  return onServer((server) =>
    inFolder(async (top) => {
      const places = ['boss', ...slots.map((_, i) => `w${i}`)].map((name) =>
        checkout(top, name, script, sessions),
      );
      const [boss = '', ...machines] = places;
      await ended(start(boss, ['fleet', 'migrate', '--store', server.url]));
      const before = serverCpuMs(server);
      const [, walBefore = 0, commitsBefore = 0] = server.sql(held).split('|').map(Number);
      const start0 = await usedBy(boss, ['fleet', 'list']);
      const workers = machines.map((folder, i) =>
        start(folder, ['fleet', 'work', '--store', server.url, '--slots', String(slots[i])]),
      );
      await ended(start(boss, ['fleet', 'run', 'fleet.yaml', '--store', server.url, '--slots', '0']));
      for (const worker of workers) worker.kill('SIGTERM');
      await Promise.all(workers.map(ended));
      const used = machines.map((folder) => usageIn(folder));
      const serverMs = serverCpuMs(server) - before;
      const workersMs = used.reduce((sum, { cpuMs }) => sum + Math.max(0, cpuMs - start0.cpuMs), 0);
      const [first = '', last = ''] = server.sql(span).split('|');
      const [bytes = '', walBytes = '', commits = '', records = ''] = server.sql(held).split('|');
      const rate = sessions / ((Number(last) - Number(first)) / 1000);
      const cpuMs = workersMs + serverMs;
      console.log(
        `  … ${sessions} in PostgreSQL, ${slots.length} workers: ${rate.toFixed(1)} a second, ${(cpuMs / sessions).toFixed(1)} ms of CPU each, ` +
          `the server ${(serverMs / sessions).toFixed(1)} of it (load ${loadavg()[0]?.toFixed(1)})`,
      );
      return {
        bytes: Number(bytes),
        walBytes: Number(walBytes) - walBefore,
        commits: Number(commits) - commitsBefore,
        records: Number(records),
        rate,
        cpuMs,
        serverMs,
        peakMb: Math.max(...used.map(({ peakMb }) => peakMb)),
      };
    }),
  );
}

const span = `select extract(epoch from min((line::json->>'at')::timestamptz)) * 1000, extract(epoch from max((line::json->>'at')::timestamptz)) * 1000
  from ctx.fleet_record where line::json->>'type' in ('session.claimed', 'session.ended')`;

/** Bytes of all tables with their indexes, of the log of writes, transactions, records of sessions and of fleets. */
const held = `select (select sum(pg_total_relation_size(oid)) from pg_class where relnamespace = 'ctx'::regnamespace and relkind = 'r'),
  pg_current_wal_lsn() - '0/0'::pg_lsn, (select xact_commit from pg_stat_database where datname = 'ctx'),
  (select count(*) from ctx.record) + (select count(*) from ctx.fleet_record)`;

/** From the kill of a worker until others have all that it had. */
function takeoverOf(script: object): Promise<number> {
  return onServer((server) =>
    inFolder(async (top) => {
      const [boss = '', ...machines] = ['boss', 'a', 'b', 'c'].map((name) => checkout(top, name, script, 12));
      await ended(start(boss, ['fleet', 'migrate', '--store', server.url]));
      const follower = start(boss, ['fleet', 'run', 'fleet.yaml', '--store', server.url, '--slots', '0']);
      const workers = machines.map((folder) =>
        start(folder, [
          'fleet',
          'work',
          '--store',
          server.url,
          '--slots',
          '8',
          '--lease',
          String(leaseSeconds),
        ]),
      );
      const ownedBy = (pid: number | undefined) =>
        Number(
          server.sql(
            `select count(*) from ctx.session where state = 'running' and head_seq > 2 and owner like '%/${pid}'`,
          ),
        );
      // Two of them may have taken all before the third was up.
      let killed: ChildProcess | undefined;
      while (killed === undefined) {
        killed = workers.find(({ pid }) => ownedBy(pid) > 0);
        await wait(50);
      }
      const at = Date.now();
      killed.kill('SIGKILL');
      const left = `select count(*) from ctx.session where state = 'running' and owner like '%/${killed.pid}'`;
      while (server.sql(left) !== '0') await wait(50);
      const last = Number(
        server.sql(
          `select extract(epoch from max((line::json->>'at')::timestamptz)) * 1000 from ctx.fleet_record where line::json->>'type' = 'session.claimed'`,
        ),
      );
      for (const one of [...workers, follower]) one.kill('SIGKILL');
      await Promise.all(
        [...workers, follower].map((one) => one.exitCode ?? one.signalCode ?? once(one, 'close')),
      );
      return last - at;
    }),
  );
}

function checkout(top: string, name: string, script: object, sessions: number): string {
  const folder = join(top, name);
  mkdirSync(join(folder, 'home'), { recursive: true });
  const matrix = { tasks: ['Look.'], models: ['script:s.yaml'], repeat: sessions };
  const used = JSON.stringify(join(folder, 'used.json'));
  const files = {
    's.yaml': JSON.stringify(script),
    'a.txt': 'hello\n',
    'fleet.yaml': JSON.stringify({ fleet_id: 'f', at_once: 100, matrix }),
    // It tells what it used when it ends.
    'teller.cjs': `process.on('exit', () => require('node:fs').writeFileSync(${used}, JSON.stringify(process.resourceUsage())));`,
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return folder;
}

function start(folder: string, words: readonly string[]): ChildProcess {
  const argv = ['--require', join(folder, 'teller.cjs'), ctx, ...words, '--output-format', 'json'];
  const env = benchEnvironment({ HOME: join(folder, 'home') });
  return spawn(process.execPath, argv, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function ended(child: ChildProcess): Promise<void> {
  const code = child.exitCode ?? (await once(child, 'close'))[0];
  if (code !== 0) throw new Error(`${child.spawnargs.slice(4).join(' ')} ended with ${code}`);
}

async function usedBy(folder: string, words: readonly string[]) {
  await ended(start(folder, words));
  return usageIn(folder);
}

function usageIn(folder: string) {
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(join(folder, 'used.json'), 'utf8'));
  return { cpuMs: (userCPUTime + systemCPUTime) / 1000, peakMb: maxRSS / 1024 };
}

/** Of the server and all that it started and that has ended since; backends end with their clients. */
export function serverCpuMs({ folder }: Postgres): number {
  const [pid = ''] = readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n');
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const ticks = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number);
  return ticks.reduce((sum, one) => sum + one, 0) * 10;
}
