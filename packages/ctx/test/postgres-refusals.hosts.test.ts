import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { migrate, requireVersion } from '../src/store/postgres/migrate.js';
import { migrations } from '../src/store/postgres/migrations.js';
import { runBuilt } from './built.js';
import { envelopeOf } from './envelope.js';
import { saying } from './fleet-files.js';
import { temporaryFolder } from './folder.js';
import { freePort } from './ports.js';
import { type Postgres, program, startPostgres } from './postgres.js';
import { claimFrom, completed, lines, putIn, setUp, workerOf } from './postgres-fleet.js';

let server: Postgres;

beforeAll(async () => {
  server = await startPostgres({ settings: ['fsync = on'] });
});
afterAll(async () => {
  await server.close();
});

const fleet = JSON.stringify({ matrix: { tasks: ['A.', 'B.'], models: ['script:hi.yaml'] } });

/** What a command about fleets answers, in a fresh project. */
async function call(store: string, argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const cwd = temporaryFolder({ 'hi.yaml': saying('Hello.'), 'fleet.yaml': fleet });
  const answer = await runBuilt('ctx', ['fleet', ...argv, '--output-format', 'json'], {
    cwd,
    env: { CTX_STORE: store, ...env },
  });
  for (const text of [answer.stdout, answer.stderr]) expect(text).not.toMatch(/pass-of|wrong-word/);
  return { ...envelopeOf(answer), cwd };
}

const refusals: readonly (readonly [string, () => string, string])[] = [
  ['a wrong password', () => server.url.replace(/:pass[^@]*@/, ':wrong-word@'), 'store_refused'],
  ['an unknown user', () => server.url.replace('ctx:', 'nobody:'), 'store_refused'],
  ['no such database', () => server.url.replace(/\/ctx$/, '/nowhere'), 'store_database_unknown'],
  ['nothing that listens', () => 'postgres://u:wrong-word@127.0.0.1:1/x', 'store_unreachable'],
  ['no such host', () => 'postgres://u:wrong-word@no-such-host.invalid/x', 'store_unreachable'],
  ['a server without TLS where TLS is asked for', () => `${server.url}?sslmode=require`, 'store_tls_refused'],
  ['an address of something else', () => 'redis://u:wrong-word@h/x', 'store_address_invalid'],
  ['a port that is none', () => 'postgres://u:wrong-word@h:99999/x', 'store_address_invalid'],
  ['an address without a database', () => 'postgres://u:wrong-word@h', 'store_address_invalid'],
  ['a parameter that nobody knows', () => 'postgres://u:wrong-word@h/x?pool=1', 'store_address_invalid'],
  ['a database that was not set up', () => server.database('bare'), 'store_not_set_up'],
];

describe('is refused in one sentence with a next step, and nothing is written', () => {
  it.each(refusals)('%s', async (_, address, code) => {
    const { error, exit_code, cwd } = await call(address(), ['run', 'fleet.yaml']);
    expect({ exit_code, error }).toMatchObject({ exit_code: 1, error: { code } });
    expect(error).toHaveProperty('hint');
    expect(readdirSync(cwd).toSorted()).toEqual(['fleet.yaml', 'hi.yaml']);
  });

  it('a server that answers nothing', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const address = silent.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { error } = await call(`postgres://u:wrong-word@127.0.0.1:${port}/x`, ['list']);
    expect(error).toMatchObject({ code: 'store_unreachable' });
  });
});

describe('versions of the tables', () => {
  it('a store that a newer ctx changed is worked with while that says that it can be, and refused afterwards', async () => {
    const url = server.database('newer');
    expect((await call(url, ['migrate'])).data).toMatchObject({ from: 0, version: 1 });
    expect((await call(url, ['migrate'])).data).toMatchObject({ from: 1, version: 1 });
    server.sql('update ctx.store set version = 2; alter table ctx.session add column later text', 'newer');
    expect((await call(url, ['run', 'fleet.yaml', '--fleet-id', 'a'])).data).toMatchObject({
      state: 'completed',
    });
    server.sql('update ctx.store set works_from = 2', 'newer');
    for (const argv of [['run', 'fleet.yaml'], ['work', '--until-idle'], ['list'], ['doctor']])
      expect((await call(url, argv)).error).toMatchObject({ code: 'store_too_new' });
    expect((await call(url, ['migrate'])).error).toMatchObject({ code: 'store_too_new' });
  });

  it('an older store is refused until it is upgraded, and workers of the version before go on meanwhile', async () => {
    const url = server.database('older');
    const connections = await setUp(url);
    try {
      await putIn(connections, {
        fleet_id: 'f',
        at_once: 2,
        matrix: { tasks: ['A.', 'B.'], models: ['script:hi.yaml'] },
      });
      const worker = await workerOf(url);
      const claim = await claimFrom(worker);
      await expect(requireVersion(connections, 2)).rejects.toMatchObject({ code: 'store_too_old' });
      const next = {
        version: 2,
        worksFrom: 1,
        sql: "alter table ctx.session add column note text not null default ''",
      };
      const steps = [...migrations, next];
      expect(await migrate(connections, { work: [], read: [] }, steps)).toEqual({ from: 1, to: 2 });
      await requireVersion(connections, 2);
      await worker.sharedLog(claim).commit(lines(3));
      await worker.end(claim, completed());
      await worker.end(await claimFrom(worker), completed());
      await worker.close();
      expect(server.sql('select count(*), min(note) from ctx.session', 'older')).toBe('2|');
      const broken = { version: 3, worksFrom: 1, sql: 'create table ctx.half (n int); select 1/0' };
      await expect(migrate(connections, { work: [], read: [] }, [...steps, broken])).rejects.toThrow();
      expect(
        server.sql("select to_regclass('ctx.half') is null, (select version from ctx.store)", 'older'),
      ).toBe('t|2');
    } finally {
      await connections.close();
    }
  });

  it('are made by the SQL that is printed, as by the command', async () => {
    const [printed, made] = [server.database('printed'), server.database('made')];
    const { data } = await call('', ['migrate', '--print']);
    if (typeof data?.['sql'] !== 'string') throw new Error('no SQL');
    server.sql(data['sql'], 'printed');
    await call(made, ['migrate']);
    const shape =
      "select table_name, column_name, data_type from information_schema.columns where table_schema = 'ctx' order by 1, 2";
    expect(server.sql(shape, 'printed')).toBe(server.sql(shape, 'made'));
    expect((await call(printed, ['run', 'fleet.yaml'])).data).toMatchObject({ state: 'completed' });
  });
});

it('a worker’s role runs fleets, and can neither change nor remove a record; a reader’s only looks', async () => {
  const url = server.database('roles');
  server.sql(
    "create role worker login password 'pass-of-worker'; create role reader login password 'pass-of-reader'",
  );
  await call(url, ['migrate', '--work-role', 'worker', '--read-role', 'reader']);
  const as = (role: string) => url.replace(/ctx:[^@]*@/, `${role}:pass-of-${role}@`);
  expect((await call(as('worker'), ['run', 'fleet.yaml', '--fleet-id', 'f'])).data).toMatchObject({
    counts: { completed: 2 },
  });
  expect((await call(as('worker'), ['doctor'])).data).toHaveProperty('checks');
  for (const statement of [
    "update ctx.fleet_record set line = ''",
    'delete from ctx.fleet_record',
    "update ctx.record set line = ''",
    'delete from ctx.record',
    'delete from ctx.fleet',
    'drop table ctx.record',
    'update ctx.store set version = 9',
  ])
    expect(() =>
      execFileSync(program('psql'), ['-Xq', '-d', as('worker'), '-c', statement], { stdio: 'pipe' }),
    ).toThrow(/permission denied|must be owner/);
  expect((await call(as('worker'), ['prune', '--older-than', '0'])).error).toMatchObject({
    code: 'store_rights_missing',
  });
  expect((await call(as('reader'), ['status', 'f'])).data).toMatchObject({ state: 'completed' });
  expect((await call(as('reader'), ['run', 'fleet.yaml'])).error).toMatchObject({
    code: 'store_rights_missing',
  });
  expect((await call(url, ['prune', '--older-than', '0'])).data).toMatchObject({
    removed: [{ fleet_id: 'f', sessions: 2 }],
  });
  expect(server.sql('select count(*) from ctx.record', 'roles')).toBe('0');
});

it('works through PgBouncer in transaction mode, with fewer connections than workers use', async () => {
  const url = server.database('pooled');
  const folder = temporaryFolder();
  const port = await freePort();
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o644 });
    return join(folder, name);
  };
  const users = file('users.txt', `"ctx" "${server.password}"\n`);
  const settings = [
    '[databases]',
    `pooled = host=127.0.0.1 port=${server.port} dbname=pooled`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = plain',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    'default_pool_size = 2',
    'max_client_conn = 100',
  ];
  const config = file('pgbouncer.ini', `${settings.join('\n')}\n`);
  chmodSync(folder, 0o755);
  const pooler = spawn('/usr/sbin/pgbouncer', [config], {
    ...server.runAs,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void pooler.kill('SIGKILL'));
  await new Promise<void>((resolve, reject) => {
    let said = '';
    pooler.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('process up')) resolve();
    });
    pooler.once('exit', () => reject(new Error(said)));
  });
  const pooled = url.replace(/@[^/]*\//, `@127.0.0.1:${port}/`);
  await call(pooled, ['migrate']);
  const [run, work] = await Promise.all([
    call(pooled, ['run', 'fleet.yaml', '--fleet-id', 'p', '--slots', '8']),
    call(pooled, ['doctor']),
  ]);
  expect(run.data).toMatchObject({ state: 'completed', counts: { completed: 2 } });
  expect(work.data).toHaveProperty('checks');
});

describe('over TLS', () => {
  it('checks the server’s certificate against the CA and its name, and works encrypted', async () => {
    const keys = temporaryFolder();
    const made = (name: string) => join(keys, name);
    execFileSync(
      'openssl',
      [
        'req',
        '-new',
        '-x509',
        '-days',
        '2',
        '-nodes',
        '-subj',
        '/CN=localhost',
        '-addext',
        'subjectAltName=DNS:localhost',
        '-out',
        made('server.crt'),
        '-keyout',
        made('server.key'),
      ],
      { stdio: 'pipe' },
    );
    const secure = await startPostgres({ settings: ['fsync = on'] });
    try {
      for (const name of ['server.crt', 'server.key']) {
        const path = join(secure.folder, 'data', name);
        copyFileSync(made(name), path);
        chmodSync(path, 0o600);
        if (secure.runAs !== undefined) chownSync(path, secure.runAs.uid, secure.runAs.gid);
      }
      const conf = join(secure.folder, 'data', 'postgresql.conf');
      writeFileSync(conf, `${readFileSync(conf, 'utf8')}\nssl = on\n`);
      await secure.stop();
      await secure.start();
      const byName = secure.url.replace('127.0.0.1', 'localhost');
      const trusting = `sslrootcert=${made('server.crt')}`;
      expect((await call(`${byName}?sslmode=verify-full`, ['migrate'])).error).toMatchObject({
        code: 'store_tls_refused',
      });
      expect((await call(`${secure.url}?sslmode=verify-full&${trusting}`, ['migrate'])).error).toMatchObject({
        code: 'store_tls_refused',
      });
      expect((await call(`${byName}?sslmode=verify-full&${trusting}`, ['migrate'])).data).toMatchObject({
        from: 0,
      });
      const { data } = await call(`${byName}?sslmode=verify-full&${trusting}`, ['doctor']);
      expect(data?.['checks']).toContainEqual({ check: 'encrypted', state: 'ok', says: 'TLS' });
    } finally {
      await secure.close();
    }
  });
});
