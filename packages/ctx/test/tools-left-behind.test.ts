// Tools that outlive the process that started them: a signal ends both, and after kill -9 resume ends what is left, says so,
// and only then goes on.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { runBuilt } from './built.js';
import { envelopeOf } from './envelope.js';
import { temporaryFolder } from './folder.js';
import { scriptOf } from './scripted.js';
import { recordsOf, startBuilt } from './session-files.js';

const soon = { timeout: 250_000, interval: 5 };
const run = ['run', '--task', 'Go.', '--model', 'script:s.yaml', '--no-sandbox', '--out', 's.jsonl'];

/** It leaves its process group, ignores what it can, and would go on for ever. */
const tool =
  'echo $$ > shell.pid; setsid bash -c \'trap "" HUP TERM INT; echo $$ > hidden.pid; while :; do sleep 0.05; done\' & wait';

function project() {
  const script = scriptOf({ call: [{ tool: 'bash', input: { command: tool } }] }, { say: 'Done.' });
  const cwd = temporaryFolder({ 's.yaml': script });
  const pidIn = (name: string) => Number(readFileSync(join(cwd, name), 'utf8'));
  const started = () =>
    vi.waitFor(() => expect(existsSync(join(cwd, 'hidden.pid')) && pidIn('hidden.pid') > 0).toBe(true), soon);
  return { cwd, pids: () => [pidIn('shell.pid'), pidIn('hidden.pid')], started };
}

it.each(['SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGTERM'] as const)(
  '%s ends a run with an answer, and with it all that its tool started',
  async (signal) => {
    const { cwd, pids, started } = project();
    const { child, ended } = startBuilt([...run, '--output-format', 'json'], cwd);
    await started();
    child.kill(signal);
    const { code, stdout, stderr } = await ended;
    expect(envelopeOf({ exitCode: code, stdout, stderr })).toMatchObject({ exit_code: 143 });
    expect(recordsOf(join(cwd, 's.jsonl')).at(-1)).toMatchObject({
      type: 'run.closed',
      stop_reason: 'cancelled',
    });
    await vi.waitFor(() => expect(pids().filter(runs)).toEqual([]), soon);
  },
);

it('resume ends what kill -9 left at work before it goes on, and records it', async () => {
  const { cwd, pids, started } = project();
  const home = { HOME: temporaryFolder() };
  const { child, ended } = startBuilt([...run, '--output-format', 'json'], cwd, home);
  await started();
  child.kill('SIGKILL');
  await ended;
  expect(pids().filter(runs)).toEqual(pids());
  const answer = await runBuilt('ctx', ['resume', './s.jsonl', '--output-format', 'json'], {
    cwd,
    env: home,
  });
  expect(envelopeOf(answer).exit_code).toBe(0);
  expect(pids().filter(runs)).toEqual([]);
  const records = recordsOf(join(cwd, 's.jsonl'));
  const resumed = records.find((record) => record.type === 'session.resumed');
  const endedPids = resumed?.ended?.map(({ pid }) => pid) ?? [];
  expect(endedPids).toEqual(expect.arrayContaining(pids()));
  expect(records.findIndex((record) => record.type === 'session.resumed')).toBeLessThan(
    records.findIndex((record) => record.type === 'tool.returned'),
  );
  expect(records.at(-1)).toMatchObject({ type: 'run.closed', stop_reason: 'completed' });
});

it('resume leaves what another session of the same project started', async () => {
  const [first, second] = [project(), project()];
  const home = { HOME: temporaryFolder() };
  const one = startBuilt([...run, '--output-format', 'json'], first.cwd, home);
  const other = startBuilt([...run, '--output-format', 'json'], second.cwd, home);
  await Promise.all([first.started(), second.started()]);
  one.child.kill('SIGKILL');
  await one.ended;
  const answer = await runBuilt('ctx', ['resume', './s.jsonl', '--output-format', 'json'], {
    cwd: first.cwd,
    env: home,
  });
  expect(envelopeOf(answer)).toMatchObject({ exit_code: 0 });
  expect(first.pids().filter(runs)).toEqual([]);
  expect(second.pids().filter(runs)).toEqual(second.pids());
  other.child.kill('SIGTERM');
  await other.ended;
});

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
