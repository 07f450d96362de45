import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { builtFolder, cleanEnvironment, runBuilt } from './built.js';
import { envelopeOf, type ReadEnvelope } from './envelope.js';
import { saying } from './fleet-files.js';
import { temporaryFolder } from './folder.js';
import { type Postgres, startPostgres } from './postgres.js';
import { until } from './processes.js';

let server: Postgres;
let databases = 0;

beforeAll(async () => {
  server = await startPostgres({ settings: ['fsync = on'] });
});
afterAll(async () => {
  await server.close();
});

/** Says it is there by a file, and goes on when another one is there. */
const patient = JSON.stringify({
  model: 'script/1',
  replies: [
    {
      call: [
        {
          tool: 'bash',
          input: { command: 'touch begun; until [ -e go ]; do sleep 0.1; done' },
        },
      ],
    },
    { say: 'Done.' },
  ],
});
const failing = JSON.stringify({ model: 'script/1', replies: [{ fault: { status: 400 } }] });

/** A project with a store of its own, set up. */
async function place(fleet: object) {
  databases += 1;
  const name = `commands${databases}`;
  const store = server.database(name);
  const cwd = temporaryFolder({
    'hi.yaml': saying('Hello.'),
    'bad.yaml': failing,
    'patient.yaml': patient,
    'fleet.yaml': JSON.stringify(fleet),
  });
  const home = temporaryFolder();
  const env = { HOME: home, CTX_STORE: store };
  const fleetCall = async (...argv: readonly string[]): Promise<ReadEnvelope> =>
    envelopeOf(await runBuilt('ctx', ['fleet', ...argv, '--output-format', 'json'], { cwd, env }));
  const start = (...argv: readonly string[]) => {
    const child = spawn(process.execPath, [join(builtFolder(), 'ctx.cjs'), 'fleet', ...argv], {
      cwd,
      env: cleanEnvironment(home, env),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  };
  await fleetCall('migrate');
  return { cwd, home, store, fleetCall, start, sql: (text: string) => server.sql(text, name) };
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  await once(child, 'exit');
  return child.exitCode;
}

/** What came out of a call that gives events, line by line, once it has ended. */
async function linesOf(
  child: ChildProcess,
): Promise<{ readonly code: number | null; readonly lines: string[] }> {
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  // Its output may come after its end.
  await once(child, 'close');
  return { code: child.exitCode, lines: text.trimEnd().split('\n') };
}

const many = (count: number, model = 'script:hi.yaml') => ({
  tasks: Array.from({ length: count }, (_, at) => `Task ${at}.`),
  models: [model],
});

describe('a fleet in a store', () => {
  it('is put in by one process, run by others, exported whole, and verified', async () => {
    const { fleetCall, start, cwd, home, sql } = await place({ fleet_id: 'f', at_once: 4, matrix: many(12) });
    const following = start('run', 'fleet.yaml', '--slots', '0', '--output-format', 'stream-json');
    const followed = linesOf(following);
    const workers = [1, 2].map(() => start('work', '--slots', '2', '--output-format', 'json'));
    const { code, lines } = await followed;
    expect(code).toBe(0);
    expect(lines.filter((line) => line.includes('"type":"session.ended"'))).toHaveLength(12);
    expect(lines.at(-1)).toContain('"completed":12');
    // One of them may have done it all before the other was there, and could be drained.
    await until(() => sql('select count(*) from ctx.worker where slots = 2') === '2');
    for (const worker of workers) worker.kill('SIGTERM');
    expect(await Promise.all(workers.map(ended))).toEqual([0, 0]);
    expect(sql('select count(*) from ctx.worker')).toBe('0');
    expect((await fleetCall('export', 'f', '--out', 'evidence')).data).toMatchObject({ sessions: 12 });
    const verdict = await runBuilt('ctx', ['verify', 'evidence', '--output-format', 'json'], {
      cwd,
      env: { HOME: home },
    });
    expect(envelopeOf(verdict).data).toMatchObject({ verdict: 'pass', kind: 'fleet' });
    expect((await fleetCall('doctor')).data).toMatchObject({ workers: [] });
  });

  it('answers in the same form as one in a file', async () => {
    const { fleetCall } = await place({ fleet_id: 'f', matrix: many(2) });
    const keysOf = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.slice(0, 1).map(keysOf)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([key, of]) => [key, keysOf(of)]))
          : typeof value;
    const shared = [
      await fleetCall('run', 'fleet.yaml'),
      await fleetCall('status', 'f'),
      await fleetCall('list'),
    ];
    const file = ['--store', 'file'];
    const own = [
      await fleetCall('run', 'fleet.yaml', '--fleet-id', 'g', ...file),
      await fleetCall('status', 'g', ...file),
      await fleetCall('list', ...file),
    ];
    for (const [at, { data }] of shared.entries()) expect(keysOf(data)).toEqual(keysOf(own[at]?.data));
  });

  it('is cancelled from elsewhere: what runs is stopped, what waits is not begun, and retry runs it all the same', async () => {
    const { fleetCall, start, cwd, sql } = await place({
      fleet_id: 'c',
      at_once: 1,
      defaults: { sandbox: 'off', policy: { allow: ['bash'] } },
      matrix: many(3, 'script:patient.yaml'),
    });
    const run = linesOf(start('run', 'fleet.yaml', '--output-format', 'json'));
    await until(() => existsSync(join(cwd, 'begun')));
    expect((await fleetCall('cancel', 'c')).data).toMatchObject({ counts: { queued: 0 } });
    const { code, lines } = await run;
    expect(code).toBe(1);
    expect(lines.at(-1)).toContain('"code":"fleet_cancelled"');
    expect(sql('select state, count(*) from ctx.session group by state')).toBe('cancelled|3');
    writeFileSync(join(cwd, 'go'), '');
    expect((await fleetCall('retry', 'c')).data).toMatchObject({ counts: { completed: 3 } });
  });

  it('that stopped after failures goes on with resume, and failed sessions are tried again', async () => {
    const { fleetCall } = await place({
      fleet_id: 's',
      at_once: 1,
      stop_after_failures: 1,
      sessions: ['bad', 'hi', 'hi'].map((name) => ({ task: 'T.', model: `script:${name}.yaml` })),
    });
    expect((await fleetCall('run', 'fleet.yaml')).error).toMatchObject({
      code: 'fleet_stopped',
      details: { counts: { failed: 1, queued: 2 } },
    });
    expect((await fleetCall('resume', 's')).error).toMatchObject({
      code: 'fleet_failed',
      details: { counts: { completed: 2 } },
    });
    expect((await fleetCall('resume', 's')).error).toMatchObject({ code: 'fleet_finished' });
    expect((await fleetCall('retry', 's', 'nobody')).error).toMatchObject({ code: 'fleet_session_unknown' });
    expect((await fleetCall('retry', 's')).error).toMatchObject({ details: { counts: { failed: 1 } } });
  });

  it('keeps secrets out of the database: the store’s password, and what is redacted', async () => {
    const { store, cwd, home, sql } = await place({});
    writeFileSync(
      join(cwd, 'fleet.yaml'),
      JSON.stringify({
        fleet_id: 'hush',
        matrix: {
          tasks: ['The key is s3cr3t-value-of-mine-42, of pass-of-the-test-server.'],
          models: ['script:hi.yaml'],
        },
      }),
    );
    const env = { HOME: home, MY_API_KEY: 's3cr3t-value-of-mine-42' };
    const { exitCode } = await runBuilt('ctx', ['fleet', 'run', 'fleet.yaml', '--store', store], {
      cwd,
      env,
    });
    expect(exitCode).toBe(0);
    for (const table of ['fleet_record', 'record', 'session', 'worker'])
      expect(sql(`select count(*) from ctx.${table} x where x::text ~ 's3cr3t-value|pass-of-the'`)).toBe('0');
  });
});

describe('a worker', () => {
  const held = {
    at_once: 2,
    defaults: { sandbox: 'off', policy: { allow: ['bash'] } },
    matrix: many(2, 'script:patient.yaml'),
  };

  it('is drained by SIGTERM: what is under way comes to its end, and nothing more is begun', async () => {
    const { start, cwd, sql, fleetCall } = await place({ fleet_id: 'd', ...held, at_once: 1 });
    const following = start('run', 'fleet.yaml', '--slots', '0', '--output-format', 'json');
    const worker = start('work', '--output-format', 'json');
    const told = linesOf(worker);
    await until(() => existsSync(join(cwd, 'begun')));
    worker.kill('SIGTERM');
    await until(() => sql('select draining from ctx.worker where slots = 4') === 't');
    writeFileSync(join(cwd, 'go'), '');
    const { code, lines } = await told;
    expect(code).toBe(0);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      data: { claimed: 1, completed: 1, interrupted: 0 },
    });
    expect((await fleetCall('status', 'd')).data).toMatchObject({ counts: { completed: 1, queued: 1 } });
    following.kill('SIGINT');
    expect(await ended(following)).toBe(130);
  });

  it('gives back what is under way at the second signal, and another goes on with it', async () => {
    const { start, cwd, fleetCall, sql } = await place({ fleet_id: 'b', ...held });
    const following = linesOf(start('run', 'fleet.yaml', '--slots', '0', '--output-format', 'json'));
    const worker = start('work', '--output-format', 'json');
    await until(() => existsSync(join(cwd, 'begun')));
    worker.kill('SIGTERM');
    // Two signals at once would be one.
    await until(() => sql('select draining from ctx.worker where slots = 4') === 't');
    worker.kill('SIGTERM');
    await ended(worker);
    writeFileSync(join(cwd, 'go'), '');
    const other = start('work', '--until-idle', '--output-format', 'json');
    expect((await following).code).toBe(0);
    expect(await ended(other)).toBe(0);
    expect((await fleetCall('status', 'b')).data).toMatchObject({ counts: { completed: 2 } });
  });

  it('that is killed is taken over by another, in the same log, and the whole verifies', async () => {
    const { start, cwd, home, fleetCall, sql } = await place({
      fleet_id: 'k',
      ...held,
      at_once: 1,
      matrix: many(1, 'script:patient.yaml'),
    });
    const following = linesOf(start('run', 'fleet.yaml', '--slots', '0', '--output-format', 'json'));
    const worker = start('work', '--output-format', 'json');
    await until(() => existsSync(join(cwd, 'begun')));
    worker.kill('SIGKILL');
    await ended(worker);
    // So that no slow worker loses its lease while it lives.
    sql("update ctx.session set lease_until = clock_timestamp() - interval '1 second'");
    writeFileSync(join(cwd, 'go'), '');
    const heir = linesOf(start('work', '--until-idle', '--output-format', 'json'));
    expect((await following).code).toBe(0);
    expect(JSON.parse((await heir).lines.at(-1) ?? '')).toMatchObject({
      data: { taken_over: 1, completed: 1 },
    });
    expect(sql('select epoch, count(distinct log) from ctx.session group by epoch')).toBe('2|1');
    await fleetCall('export', 'k', '--out', 'evidence');
    const verdict = await runBuilt('ctx', ['verify', 'evidence', '--output-format', 'json'], {
      cwd,
      env: { HOME: home },
    });
    expect(envelopeOf(verdict).data).toMatchObject({ verdict: 'pass' });
  });

  it('survives a crash of the database, and so does who follows', async () => {
    const { start, cwd } = await place({
      fleet_id: 'r',
      ...held,
      at_once: 1,
      matrix: many(2, 'script:patient.yaml'),
    });
    const following = linesOf(start('run', 'fleet.yaml', '--lease', '60', '--output-format', 'json'));
    await until(() => existsSync(join(cwd, 'begun')));
    await server.stop('immediate');
    await server.start();
    writeFileSync(join(cwd, 'go'), '');
    const { code, lines } = await following;
    expect({ code, last: lines.at(-1) }).toMatchObject({
      code: 0,
      last: expect.stringContaining('"completed":2'),
    });
  });
});
