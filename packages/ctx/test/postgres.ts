// A real PostgreSQL, in a folder of its own on a free port of loopback: Debian's packages, as an ordinary user where a test runs as root.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './ports.js';

export interface PostgresOptions {
  /** Lines of postgresql.conf, besides those that this needs. */
  readonly settings?: readonly string[];
  /** Where its data go; an empty folder. */
  readonly folder?: string;
  /** Data that are there already (of a replica): no cluster is made. */
  readonly hasData?: boolean;
}

export interface Postgres {
  readonly port: number;
  /** Has `data` in it. */
  readonly folder: string;
  /** As its owner, who may do anything: postgres://ctx:…@127.0.0.1:PORT/ctx */
  readonly url: string;
  readonly password: string;
  /** Of the user that it runs as; nothing where that is whoever runs the test. */
  readonly runAs: { readonly uid: number; readonly gid: number } | undefined;
  /** A database of its own, empty, and its address. */
  database(name: string): string;
  /** What psql prints for it, unaligned and without headings. */
  sql(text: string, database?: string): string;
  /** `immediate` is a crash: nothing is flushed, and the next start recovers. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
  start(): Promise<void>;
  /** Stopped, and its folder gone. */
  close(): Promise<void>;
}

const owner = 'ctx';
const password = 'pass-of-the-test-server';
/** What ends it, as pg_ctl's modes do. */
const signals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const folder = options.folder ?? mkdtempSync(join(realpathSync(tmpdir()), 'ctx-postgres-'));
  const runAs = process.getuid?.() === 0 ? ordinaryUser() : undefined;
  const data = join(folder, 'data');
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', PGPASSWORD: password };
  const as = { ...runAs, cwd: folder, env };
  chmodSync(folder, 0o755);
  if (runAs !== undefined) chownSync(folder, runAs.uid, runAs.gid);
  if (options.hasData !== true) {
    const secret = join(folder, 'password');
    writeFileSync(secret, password, { mode: 0o644 });
    const words = [
      '-D',
      data,
      '-U',
      owner,
      '--auth=scram-sha-256',
      `--pwfile=${secret}`,
      '-E',
      'UTF8',
      '--no-sync',
      '--no-locale',
    ];
    execFileSync(program('initdb'), words, { ...as, stdio: 'pipe' });
    // Tests need no protection from power cuts, and many connections are cheap.
    const lines = [
      'fsync = off',
      'max_connections = 200',
      "log_min_messages = 'warning'",
      ...(options.settings ?? []),
    ];
    appendFileSync(join(data, 'postgresql.conf'), `${lines.join('\n')}\n`);
  }
  const port = await freePort();
  const words = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder];
  let server: ChildProcess | undefined;
  const start = async () => {
    server = spawn(program('postgres'), words, { ...as, stdio: ['ignore', 'ignore', 'pipe'] });
    await ready(server, () => isReady(port, as));
  };
  const stop = async (mode: keyof typeof signals = 'fast') => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signals[mode]);
    await ended;
  };
  const address = (database: string) => `postgres://${owner}:${password}@127.0.0.1:${port}/${database}`;
  const sql = (text: string, database = owner) =>
    execFileSync(program('psql'), ['-XAtq', '-v', 'ON_ERROR_STOP=1', '-d', address(database), '-c', text], {
      env,
      encoding: 'utf8',
      stdio: 'pipe',
    }).trimEnd();
  await start();
  if (options.hasData !== true) sql(`create database ${owner}`, 'postgres');
  return {
    port,
    folder,
    password,
    runAs,
    url: address(owner),
    database(name) {
      sql(`create database "${name}"`);
      return address(name);
    },
    sql,
    stop,
    start,
    async close() {
      await stop('immediate');
      rmSync(folder, { recursive: true, force: true, maxRetries: 40 });
    },
  };
}

/** Of the newest version that is installed. */
export function program(name: string): string {
  const versions = existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql').toSorted((a, b) => Number(b) - Number(a))
    : [];
  const path = versions
    .map((version) => join('/usr/lib/postgresql', version, 'bin', name))
    .find((one) => existsSync(one));
  if (path === undefined) throw new Error(`${name} is not installed: sudo apt-get install postgresql`);
  return path;
}

/** The server refuses to run as root. */
function ordinaryUser() {
  const id = (option: string) => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function ready(server: ChildProcess, isUp: () => boolean): Promise<void> {
  let said = '';
  server.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-10_000);
  });
  while (!isUp()) {
    if (server.exitCode !== null || server.signalCode !== null) throw new Error(`PostgreSQL ended: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function isReady(port: number, { env }: { readonly env: NodeJS.ProcessEnv }): boolean {
  try {
    execFileSync(program('pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)], {
      env,
      stdio: 'pipe',
    });
    return true;
  } catch {
    return false;
  }
}
