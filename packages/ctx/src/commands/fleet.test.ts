import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../test/envelope.js';
import { fleetCall, fleetFile, fleetRecords, saying, verdictOf } from '../../test/fleet-files.js';
import { temporaryFolder } from '../../test/folder.js';
import { appears } from '../../test/held-clock.js';
import { ctxProgram, runCtx, startCall } from '../../test/in-process.js';
import { until } from '../../test/processes.js';
import { startBuilt } from '../../test/session-files.js';
import { makeKey, signersFile } from '../../test/ssh-keys.js';

const failing = JSON.stringify({ model: 'script/1', replies: [{ fault: { status: 400 } }] });
const hanging = JSON.stringify({ model: 'script/1', replies: [{ hang: true }] });

/** A fleet of three, of which the last fails. */
async function endedFleet(): Promise<string> {
  const cwd = temporaryFolder({
    'hi.yaml': saying('Hello.'),
    'bad.yaml': failing,
    'fleet.yaml': JSON.stringify({
      fleet_id: 'f',
      sessions: ['hi', 'hi', 'bad'].map((script) => ({ task: 'T.', model: `script:${script}.yaml` })),
    }),
  });
  await fleetCall(cwd, 'run', 'fleet.yaml');
  return cwd;
}

describe('fleet list and fleet status', () => {
  it('show what there is, and count a log that cannot be read among it', async () => {
    const cwd = await endedFleet();
    writeFileSync(fleetFile(cwd, 'odd'), '{"no":"fleet"}\n');
    const { data } = await fleetCall(cwd, 'list');
    expect(data).toMatchObject({
      fleets: [{ fleet_id: 'f', state: 'failed', counts: { completed: 2, failed: 1 } }],
      unreadable: [{ path: fleetFile(cwd, 'odd'), code: 'fleet_broken' }],
    });
    expect((await fleetCall(cwd, 'status', 'f')).data).toMatchObject({
      causes: [{ cause: 'model_error', count: 1, sessions: ['f-3'] }],
      sessions: [{ state: 'completed' }, { state: 'completed' }, { state: 'failed', attempts: 1 }],
    });
    expect((await fleetCall(cwd, 'status', 'nobody')).error).toMatchObject({ code: 'fleet_unknown' });
  });

  it('shows a table and the causes to people', async () => {
    const cwd = await endedFleet();
    const { stdout } = await runCtx(['fleet', 'status'], { cwd });
    expect(stdout).toContain('f-3  failed     model_error');
    expect(stdout).toContain('failures by cause\n  model_error  1 session  first: f-3');
  });
});

describe('fleet retry', () => {
  it('goes on with what failed, in its own log', async () => {
    const replies = [{ fault: { status: 400 } }];
    const cwd = temporaryFolder({
      'hi.yaml': saying('Hello.'),
      'once.yaml': saying('Back.', {}, replies),
      'fleet.yaml': JSON.stringify({
        fleet_id: 'f',
        sessions: ['hi', 'once'].map((script) => ({ task: 'T.', model: `script:${script}.yaml` })),
      }),
    });
    expect((await fleetCall(cwd, 'run', 'fleet.yaml')).error).toMatchObject({ code: 'fleet_failed' });
    expect((await fleetCall(cwd, 'retry', 'f')).data).toMatchObject({
      state: 'completed',
      counts: { completed: 2 },
      sessions: [{}, { log: 'f-2', totals: { model_calls: 2 } }],
    });
    expect((await verdictOf(cwd, 'f')).data).toMatchObject({ verdict: 'pass' });
    expect((await fleetCall(cwd, 'retry', 'f', 'f-1')).error).toMatchObject({
      code: 'fleet_nothing_to_retry',
    });
    expect((await fleetCall(cwd, 'retry', 'f', 'x')).error).toMatchObject({ code: 'fleet_session_unknown' });
  });
});

describe('fleet cancel', () => {
  it('stops the sessions under way, and begins none of the others', async () => {
    const cwd = temporaryFolder({
      'hang.yaml': hanging,
      'fleet.yaml': JSON.stringify({
        fleet_id: 'c',
        at_once: 1,
        matrix: { tasks: ['A.', 'B.', 'C.'], models: ['script:hang.yaml'] },
      }),
    });
    const call = startCall(ctxProgram(), ['fleet', 'run', 'fleet.yaml', '--output-format', 'stream-json'], {
      cwd,
    });
    await until(() => call.stdout().includes('"type":"session.claimed"'));
    // It runs in this process, so nobody else may write its log.
    expect((await fleetCall(cwd, 'resume', 'c')).error).toMatchObject({
      code: 'fleet_running',
      retryable: true,
    });
    expect((await fleetCall(cwd, 'cancel', 'c')).data).toMatchObject({ counts: { queued: 0 } });
    const { exitCode, stdout } = await call.answer;
    expect(exitCode).toBe(1);
    expect(stdout).toContain('"code":"fleet_cancelled"');
    const ends = fleetRecords(cwd, 'c').filter((record) => record.type === 'session.ended');
    expect(ends).toMatchObject([{ session_id: 'c-1', outcome: 'cancelled', cause: 'cancelled' }]);
    expect((await verdictOf(cwd, 'c')).data).toMatchObject({ verdict: 'pass' });
    expect((await fleetCall(cwd, 'resume', 'c')).error).toMatchObject({ code: 'fleet_finished' });
  });

  it('writes the log itself where nobody conducts the fleet', async () => {
    const cwd = temporaryFolder({
      'bad.yaml': failing,
      'fleet.yaml': JSON.stringify({
        fleet_id: 's',
        at_once: 1,
        stop_after_failures: 1,
        matrix: { tasks: ['A.', 'B.', 'C.'], models: ['script:bad.yaml'] },
      }),
    });
    await fleetCall(cwd, 'run', 'fleet.yaml');
    expect((await fleetCall(cwd, 'cancel', 's', 's-2')).data).toMatchObject({
      counts: { cancelled: 1, queued: 1 },
    });
    expect((await fleetCall(cwd, 'cancel', 's')).data).toMatchObject({
      state: 'cancelled',
      counts: { cancelled: 2 },
    });
    expect((await fleetCall(cwd, 'cancel', 's', 'x')).error).toMatchObject({ code: 'fleet_session_unknown' });
  });
});

describe('the evidence of a fleet', () => {
  it('is exported with a manifest and a report, verified, signed, and checked against its signer', async () => {
    const cwd = await endedFleet();
    const env = { HOME: temporaryFolder(), PATH: process.env['PATH'] };
    expect((await fleetCall(cwd, 'export', 'f', '--out', 'ev')).data).toMatchObject({ sessions: 3 });
    expect(readFileSync(join(cwd, 'ev/report.html'), 'utf8')).toContain('Failures by cause');
    const key = makeKey();
    const signed = await runCtx(['sign', 'ev', '--key', key.file, '--output-format', 'json'], { cwd, env });
    expect(envelopeOf(signed).data).toMatchObject({ kind: 'fleet', verdict: 'pass', session_id: 'f' });
    const verify = [
      'verify',
      'ev',
      '--signers',
      signersFile(key),
      '--require-signature',
      '--output-format',
      'json',
    ];
    expect(envelopeOf(await runCtx(verify, { cwd, env })).data).toMatchObject({
      verdict: 'pass',
      signatures: [{ state: 'good', signed_by: ['alice@example.com'] }],
    });
    appendFileSync(join(cwd, 'ev/report.html'), ' ');
    expect(envelopeOf(await runCtx(verify, { cwd, env })).error).toMatchObject({ code: 'verify_failed' });
  });

  it('carries the second reader, which checks its sessions without ctx', async () => {
    const cwd = await endedFleet();
    await fleetCall(cwd, 'export', 'f', '--out', 'ev');
    const logs = ['f-1', 'f-2', 'f-3'].map((name) => `sessions/${name}.jsonl`);
    const said = execFileSync('python3', ['-I', 'verify.py', ...logs, '--json'], { cwd: join(cwd, 'ev') });
    expect(said.toString().match(/"verdict": "pass"/g)).toHaveLength(3);
  });

  it.each<[string, (folder: string) => void, string]>([
    ['another second reader', (at) => appendFileSync(join(at, 'verify.py'), '#'), 'export_untrue'],
    ['an export without the second reader', (at) => rmSync(join(at, 'verify.py')), 'export_missing'],
    ['a log that is gone', (at) => rmSync(join(at, 'sessions/f-1.jsonl')), 'evidence_missing'],
    ['a log that was cut off', (at) => cut(join(at, 'sessions/f-1.jsonl')), 'head_mismatch'],
    ['a record that was changed', (at) => change(join(at, 'f.fleet.jsonl')), 'hash_mismatch'],
    ['a fleet that was cut off', (at) => cut(join(at, 'f.fleet.jsonl')), 'export_untrue'],
    [
      'a file that nobody named',
      (at) => writeFileSync(join(at, 'sessions/more.jsonl'), ''),
      'file_unexpected',
    ],
    ['another manifest', (at) => change(join(at, 'manifest.json')), 'export_untrue'],
    [
      'a report that was changed',
      (at) => appendFileSync(join(at, 'report.html'), ' '),
      'export_digest_mismatch',
    ],
  ])('shows %s', async (_what, attack, code) => {
    const cwd = await endedFleet();
    await fleetCall(cwd, 'export', 'f', '--out', 'ev');
    attack(join(cwd, 'ev'));
    const { error } = await verdictOf(cwd, 'ev');
    expect(JSON.stringify(error?.['details'])).toContain(`"code":"${code}"`);
  });

  it('is not exported where it does not hold', async () => {
    const cwd = await endedFleet();
    cut(join(cwd, '.context/sessions/f-2.jsonl'));
    expect((await fleetCall(cwd, 'export', 'f', '--out', 'ev')).error).toMatchObject({
      code: 'verify_failed',
    });
    expect(existsSync(join(cwd, 'ev'))).toBe(false);
  });
});

/** The last record goes. */
function cut(file: string): void {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -2);
  writeFileSync(file, `${lines.join('\n')}\n`);
}

function change(file: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace('"cause":"completed"', '"cause":"length"'));
}

describe('a driven agent in a fleet', () => {
  const agentFile = join(import.meta.dirname, '../../test/drive/scripted-agent.mjs');

  function drivenFleet(): string {
    const agent = {
      name: 'scripted',
      command: [process.execPath, agentFile, 'script.json'],
      protocol: 'acp',
    };
    const config = { agent, sandbox: 'off', session_id: 'd', runs: [{ run_id: 'r1', task: 'Go.' }] };
    return temporaryFolder({
      'd.yaml': JSON.stringify(config),
      'fleet.yaml': JSON.stringify({
        fleet_id: 'f',
        retry: { times: 1, wait_seconds: 0 },
        sessions: [{ config: 'd.yaml' }],
      }),
      'script.json': JSON.stringify([[{ say: 'Done.' }]]),
    });
  }

  it('runs like our own loop', async () => {
    const cwd = drivenFleet();
    expect((await fleetCall(cwd, 'run', 'fleet.yaml', '--trust')).data).toMatchObject({
      counts: { completed: 1 },
      sessions: [{ session_id: 'd', provider: 'scripted' }],
    });
  });

  it('is lost with the process that drove it, honestly, and starts over in a new log', async () => {
    const cwd = drivenFleet();
    const env = { HOME: temporaryFolder() };
    const script = [[{ call: { id: 'x', command: 'touch x', ask: false } }, { wait: true }]];
    writeFileSync(join(cwd, 'script.json'), JSON.stringify(script));
    const started = startBuilt(['fleet', 'run', 'fleet.yaml', '--trust'], cwd, env);
    await appears(join(cwd, 'made-by-x'));
    started.child.kill('SIGKILL');
    await started.ended;
    writeFileSync(join(cwd, 'script.json'), JSON.stringify([[{ say: 'Done.' }]]));
    const resumed = await startBuilt(['fleet', 'resume', 'f', '--trust'], cwd, env).ended;
    expect(resumed).toMatchObject({ code: 0 });
    const ends = fleetRecords(cwd, 'f').filter((record) => record.type === 'session.ended');
    expect(ends).toMatchObject([
      { log: 'd', outcome: 'failed', cause: 'worker_lost' },
      { log: 'd-try2', outcome: 'completed' },
    ]);
  });
});
