import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fleetCall, fleetRecords, saying, verdictOf } from '../../../test/fleet-files.js';
import { temporaryFolder } from '../../../test/folder.js';
import { ctxProgram, runCtx, startCall } from '../../../test/in-process.js';
import { until } from '../../../test/processes.js';
import { recordsOf } from '../../../test/session-files.js';

const failing = JSON.stringify({ model: 'script/1', replies: [{ fault: { status: 400 } }] });

function folder(fleet: object, more: Readonly<Record<string, string>> = {}): string {
  return temporaryFolder({
    'hi.yaml': saying('Hello.'),
    'bad.yaml': failing,
    'fleet.yaml': JSON.stringify(fleet),
    ...more,
  });
}

describe('fleet run', () => {
  it('runs every session of a file, each with its own log, and answers once', async () => {
    const cwd = folder({
      fleet_id: 'all',
      defaults: { model: 'script:hi.yaml' },
      sessions: [{ task: 'One.' }, { session_id: 'second', task: 'Two.' }],
      matrix: { tasks: ['Three.', 'Four.'], models: ['script:hi.yaml'], repeat: 2 },
    });
    const { data } = await fleetCall(cwd, 'run', 'fleet.yaml');
    expect(data).toMatchObject({ fleet_id: 'all', state: 'completed', counts: { completed: 6, failed: 0 } });
    expect(data).toMatchObject({ totals: { input_tokens: 60, output_tokens: 30, cost_microusd: 90_000 } });
    for (const id of ['all-1', 'second', 'all-3', 'all-6'])
      expect(existsSync(join(cwd, `.context/sessions/${id}.jsonl`))).toBe(true);
    expect((await verdictOf(cwd, 'all')).data).toMatchObject({ verdict: 'pass', kind: 'fleet' });
  });

  it('takes session configs as they are', async () => {
    const config = (task: string) =>
      JSON.stringify({ model: 'script:hi.yaml', runs: [{ run_id: 'r1', task }] });
    const cwd = temporaryFolder({ 'hi.yaml': saying('Hi.'), 'a.yaml': config('A.'), 'b.yaml': config('B.') });
    const one = await fleetCall(cwd, 'run', 'a.yaml', '--fleet-id', 'one');
    expect(one.data).toMatchObject({ counts: { completed: 1 } });
    const two = await fleetCall(cwd, 'run', 'a.yaml', 'b.yaml', '--fleet-id', 'two', '--at-once', '2');
    expect(two.data).toMatchObject({ counts: { completed: 2 } });
  });

  it('fails with every session in its details where one failed, and groups failures by cause', async () => {
    const cwd = folder({
      fleet_id: 'mixed',
      sessions: [
        { task: 'Good.', model: 'script:hi.yaml' },
        { task: 'Bad.', model: 'script:bad.yaml' },
        { task: 'Bad again.', model: 'script:bad.yaml' },
      ],
    });
    const { error, exit_code } = await fleetCall(cwd, 'run', 'fleet.yaml');
    expect(exit_code).toBe(1);
    expect(error).toMatchObject({
      code: 'fleet_failed',
      details: { causes: [{ cause: 'model_error', count: 2, sessions: ['mixed-2', 'mixed-3'] }] },
    });
  });

  it('begins the highest priority first, and never more at once than the limits say', async () => {
    const cwd = folder({
      fleet_id: 'order',
      at_once: 3,
      providers: { script: { at_once: 2 } },
      defaults: { model: 'script:hi.yaml' },
      sessions: [
        { task: 'Low.' },
        { task: 'High.', priority: 9 },
        { task: 'Middle.', priority: 5 },
        { task: 'Low.' },
      ],
    });
    await fleetCall(cwd, 'run', 'fleet.yaml');
    let running = 0;
    const begun: string[] = [];
    for (const record of fleetRecords(cwd, 'order')) {
      if (record.type === 'session.claimed') {
        begun.push(record.session_id);
        running += 1;
      }
      if (record.type === 'session.ended') running -= 1;
      expect(running).toBeLessThanOrEqual(2);
    }
    expect(begun).toEqual(['order-2', 'order-3', 'order-1', 'order-4']);
  });

  it('reserves money at the claim, gives the rest back, and begins nothing that it could not pay', async () => {
    const cwd = folder({
      fleet_id: 'money',
      at_once: 4,
      budget: { max_usd: 3.1 },
      defaults: { model: 'script:hi.yaml', policy: { allow: ['read'] }, budget: { max_usd: 3 } },
      matrix: { tasks: ['A.', 'B.', 'C.', 'D.', 'E.', 'F.', 'G.', 'H.'] },
    });
    const { error } = await fleetCall(cwd, 'run', 'fleet.yaml');
    expect(error).toMatchObject({
      details: { counts: { completed: 7, failed: 1 }, causes: [{ cause: 'fleet_budget_spent', count: 1 }] },
    });
    let reserved = 0;
    let spent = 0;
    for (const record of fleetRecords(cwd, 'money')) {
      if (record.type === 'session.claimed') reserved += record.reserved.microusd;
      if (record.type === 'session.ended' && record.head !== undefined) {
        reserved -= 3_000_000;
        spent += record.spent.microusd;
      }
      expect(spent + reserved).toBeLessThanOrEqual(3_100_000);
    }
    expect(spent).toBe(7 * 15_000);
    expect((await verdictOf(cwd, 'money')).data).toMatchObject({ verdict: 'pass' });
  });

  it('refuses a budget that a session could not be held to, and writes nothing', async () => {
    const cwd = folder({ budget: { max_usd: 1 }, matrix: { tasks: ['A.'], models: ['script:hi.yaml'] } });
    expect((await fleetCall(cwd, 'run', 'fleet.yaml')).error).toMatchObject({ code: 'fleet_budget_open' });
    expect(existsSync(join(cwd, '.context/fleets'))).toBe(false);
  });

  it('tries a session again for the causes that are named, in the same log, and says why', async () => {
    const flaky = saying('Back.', {}, [
      { fault: { status: 500 } },
      { fault: { status: 500 } },
      { fault: { status: 500 } },
      { fault: { status: 500 } },
      { fault: { status: 500 } },
    ]);
    const cwd = folder(
      {
        fleet_id: 'again',
        retry: { times: 1, on: ['model_error'], wait_seconds: 0 },
        matrix: { tasks: ['A.'], models: ['script:flaky.yaml'] },
      },
      { 'flaky.yaml': flaky },
    );
    await runCtx(['fleet', 'run', 'fleet.yaml'], { cwd, env: { CTX_DETERMINISTIC: '1' } });
    const ends = fleetRecords(cwd, 'again').filter((record) => record.type === 'session.ended');
    expect(ends).toMatchObject([
      { attempt: 1, outcome: 'failed', cause: 'model_error', log: 'again-1' },
      { attempt: 2, log: 'again-1' },
    ]);
    expect(ends[0]).toHaveProperty('again_at');
  });

  it('starts over in a new log where the old one cannot go on', async () => {
    const cwd = folder(
      {
        fleet_id: 'over',
        retry: { times: 1, on: ['output_invalid'], wait_seconds: 0 },
        defaults: { structured_output: 'schema.json' },
        matrix: { tasks: ['A.'], models: ['script:no.yaml'] },
      },
      {
        'no.yaml': saying(
          'No.',
          {},
          Array.from({ length: 9 }, () => ({ say: 'No.' })),
        ),
        'schema.json': JSON.stringify({ type: 'object' }),
      },
    );
    await fleetCall(cwd, 'run', 'fleet.yaml');
    const logs = fleetRecords(cwd, 'over').flatMap((record) =>
      record.type === 'session.ended' ? [record.log] : [],
    );
    expect(logs).toEqual(['over-1', 'over-1-try2']);
    expect((await verdictOf(cwd, 'over')).data).toMatchObject({ verdict: 'pass' });
  });

  it('begins no more sessions after so many failures, and resume begins the rest', async () => {
    const cwd = folder({
      fleet_id: 'stop',
      at_once: 1,
      stop_after_failures: 2,
      sessions: [1, 2, 3, 4, 5].map((n) => ({
        task: `T${n}.`,
        model: `script:${n < 3 ? 'bad' : 'hi'}.yaml`,
      })),
    });
    const { error } = await fleetCall(cwd, 'run', 'fleet.yaml');
    expect(error).toMatchObject({ code: 'fleet_stopped', details: { counts: { failed: 2, queued: 3 } } });
    const resumed = await fleetCall(cwd, 'resume', 'stop');
    expect(resumed.error).toMatchObject({
      code: 'fleet_failed',
      details: { counts: { failed: 2, completed: 3 } },
    });
  });

  it('asks the provider’s bucket before every call, over all sessions, and an interrupted fleet goes on later', async () => {
    const cwd = folder({
      fleet_id: 'paced',
      at_once: 2,
      providers: { script: { calls_per_minute: 1 } },
      matrix: { tasks: ['A.', 'B.'], models: ['script:hi.yaml'] },
    });
    const call = startCall(ctxProgram(), ['fleet', 'run', 'fleet.yaml', '--output-format', 'stream-json'], {
      cwd,
    });
    await until(() => call.stdout().includes('"type":"session.ended"'));
    call.interrupt('SIGINT');
    expect((await call.answer).exitCode).toBe(130);
    const ends = fleetRecords(cwd, 'paced').filter((record) => record.type === 'session.ended');
    expect(ends.map(({ outcome }) => outcome).toSorted()).toEqual(['completed', 'interrupted']);
    const waiting = ends.find(({ outcome }) => outcome === 'interrupted');
    expect(
      recordsOf(join(cwd, `.context/sessions/${waiting?.log}.jsonl`)).map(({ type }) => type),
    ).not.toContain('model.requested');
    expect((await fleetCall(cwd, 'resume', 'paced')).data).toMatchObject({ counts: { completed: 2 } });
  });

  it('keeps secrets out of its log', async () => {
    const cwd = folder({
      fleet_id: 'hush',
      matrix: { tasks: ['The key is s3cr3t-value-of-mine-42.'], models: ['script:hi.yaml'] },
    });
    const env = { MY_API_KEY: 's3cr3t-value-of-mine-42' };
    await runCtx(['fleet', 'run', 'fleet.yaml'], { cwd, env });
    expect(readFileSync(join(cwd, '.context/fleets/hush.fleet.jsonl'), 'utf8')).not.toContain('s3cr3t-value');
  });

  it('refuses two sessions of one name, a fleet that is there, and a file with an unknown key', async () => {
    const twice = {
      sessions: [1, 2].map(() => ({ session_id: 'same', task: 'T.', model: 'script:hi.yaml' })),
    };
    const cwd = folder(twice);
    expect((await fleetCall(cwd, 'run', 'fleet.yaml')).error).toMatchObject({
      code: 'fleet_session_repeated',
    });
    const one = JSON.stringify({ fleet_id: 'x', matrix: { tasks: ['T.'], models: ['script:hi.yaml'] } });
    writeFileSync(join(cwd, 'one.yaml'), one);
    await fleetCall(cwd, 'run', 'one.yaml');
    const again = one.replace('"T."', '"U."');
    writeFileSync(join(cwd, 'one.yaml'), again);
    expect((await fleetCall(cwd, 'run', 'one.yaml')).error).toMatchObject({ code: 'session_exists' });
    writeFileSync(join(cwd, 'one.yaml'), JSON.stringify({ matrx: {} }));
    expect((await fleetCall(cwd, 'run', 'one.yaml')).error).toMatchObject({ code: 'document_key_unknown' });
  });
});
