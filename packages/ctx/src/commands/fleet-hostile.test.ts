// Fleets and what strangers bring: logs in a clone, links, tools that touch logs, somebody else's sessions.

import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fleetCall, fleetFile, fleetRecords, saying, verdictOf } from '../../test/fleet-files.js';
import { temporaryFolder } from '../../test/folder.js';
import { runCtx } from '../../test/in-process.js';
import { seal } from '../session/chain.js';

const three = { tasks: ['A.', 'B.', 'C.'], models: ['script:hi.yaml'] };

function project(fleet: object, more: Readonly<Record<string, string>> = {}): string {
  return temporaryFolder({ 'hi.yaml': saying('Hello.'), 'fleet.yaml': JSON.stringify(fleet), ...more });
}

it('goes on with no fleet that this machine did not write, unless somebody trusts it', async () => {
  const bad = JSON.stringify({ model: 'script/1', replies: [{ fault: { status: 400 } }] });
  const stop = { fleet_id: 'f', at_once: 1, stop_after_failures: 1 };
  const sessions = ['bad', 'hi'].map((script) => ({ task: 'T.', model: `script:${script}.yaml` }));
  const theirs = project({ ...stop, sessions }, { 'bad.yaml': bad });
  await fleetCall(theirs, 'run', 'fleet.yaml');
  const clone = temporaryFolder();
  cpSync(theirs, clone, { recursive: true });
  const outside = { cwd: clone, env: { HOME: temporaryFolder(), PATH: process.env['PATH'] } };
  for (const verb of ['resume', 'retry']) {
    const { stdout, exitCode } = await runCtx(['fleet', verb, 'f', '--output-format', 'json'], outside);
    expect(exitCode).toBe(1);
    expect(stdout).toContain('"code":"fleet_foreign"');
  }
  expect(readFileSync(fleetFile(clone, 'f'))).toEqual(readFileSync(fleetFile(theirs, 'f')));
  // Cancelling runs nothing, and makes the fleet nobody's own.
  await runCtx(['fleet', 'cancel', 'f', 'f-2'], outside);
  const still = await runCtx(['fleet', 'retry', 'f', '--output-format', 'json'], outside);
  expect(still.stdout).toContain('"code":"fleet_foreign"');
});

it('notices a fleet that was cut off since it was last written here', async () => {
  const cwd = project({ fleet_id: 'f', matrix: three });
  await fleetCall(cwd, 'run', 'fleet.yaml');
  const lines = readFileSync(fleetFile(cwd, 'f'), 'utf8').split('\n').slice(0, 6);
  writeFileSync(fleetFile(cwd, 'f'), `${lines.join('\n')}\n`);
  expect((await fleetCall(cwd, 'resume', 'f')).error).toMatchObject({ code: 'fleet_foreign' });
});

it('refuses a folder of fleets that a link leads out of the project', async () => {
  const cwd = project({ fleet_id: 'f', matrix: three });
  const elsewhere = temporaryFolder();
  mkdirSync(join(cwd, '.context'));
  symlinkSync(elsewhere, join(cwd, '.context/fleets'));
  expect((await fleetCall(cwd, 'run', 'fleet.yaml')).error).toMatchObject({ code: 'path_outside' });
});

it('tells of a log whose records do not follow from each other, and crashes nowhere', async () => {
  const cwd = project({ fleet_id: 'f', matrix: three });
  await fleetCall(cwd, 'run', 'fleet.yaml');
  const [first = ''] = readFileSync(fleetFile(cwd, 'f'), 'utf8').split('\n');
  const { hash, at } = JSON.parse(first);
  const { line } = seal({ at, prev: hash, seq: 1, type: 'session.requeued', session_id: 'nobody' });
  writeFileSync(fleetFile(cwd, 'g'), `${first}\n${line}`);
  expect((await fleetCall(cwd, 'status', 'g')).error).toMatchObject({ code: 'fleet_broken' });
  expect((await fleetCall(cwd, 'list')).data).toMatchObject({ unreadable: [{ code: 'fleet_broken' }] });
  expect((await verdictOf(cwd, 'g')).error).toMatchObject({ code: 'verify_failed' });
});

it.each([
  ['leads nowhere', 'gone.jsonl'],
  ['goes round in circles', 'f-1.jsonl'],
])('finds a log missing where a link that %s stands in its place', async (_, target) => {
  const cwd = project({ fleet_id: 'f', matrix: three });
  await fleetCall(cwd, 'run', 'fleet.yaml');
  const log = join(cwd, '.context/sessions/f-1.jsonl');
  rmSync(log);
  symlinkSync(target, log);
  const { error } = await verdictOf(cwd, 'f');
  expect(error).toMatchObject({ code: 'verify_incomplete' });
  expect(JSON.stringify(error)).toContain('"code":"evidence_missing"');
});

it('lets one session that touches its own log fail, and none of the others', async () => {
  const log = '.context/sessions/f-1.jsonl';
  const command = `test -e ../../sessions/f-1.jsonl && echo x >> ../../sessions/f-1.jsonl; echo x >> ${log}`;
  const touching = saying('Done.', {}, [
    { say: 'I touch it.', call: [{ tool: 'bash', input: { command } }] },
  ]);
  const cwd = project(
    {
      fleet_id: 'f',
      at_once: 1,
      sessions: [
        { task: 'Touch.', model: 'script:touch.yaml' },
        { task: 'B.', model: 'script:hi.yaml' },
      ],
    },
    { 'touch.yaml': touching },
  );
  expect((await fleetCall(cwd, 'run', 'fleet.yaml')).error).toMatchObject({
    code: 'fleet_failed',
    details: { sessions: [{ state: 'failed', cause: 'log_tampered' }, { state: 'completed' }] },
  });
});

it('takes no session that somebody else began meanwhile', async () => {
  const other = join('.context/sessions', 'f-2.jsonl');
  const begins = saying('Done.', {}, [
    { say: 'I begin another.', call: [{ tool: 'bash', input: { command: `cp theirs.jsonl ${other}` } }] },
  ]);
  const cwd = project(
    { fleet_id: 'f', at_once: 1, sessions: [1, 2].map(() => ({ task: 'T.', model: 'script:begin.yaml' })) },
    { 'begin.yaml': begins },
  );
  await runCtx(['run', '-p', 'Hi.', '--model', 'script:hi.yaml', '--out', 'theirs.jsonl'], { cwd });
  await fleetCall(cwd, 'run', 'fleet.yaml');
  const ends = fleetRecords(cwd, 'f').filter((record) => record.type === 'session.ended');
  expect(ends).toMatchObject([{ outcome: 'completed' }, { outcome: 'failed', cause: 'session_exists' }]);
  expect(ends[1]).not.toHaveProperty('head');
});

it('refuses a time that is none, before anything is written', async () => {
  const cwd = project({ matrix: { ...three, not_before: '2026-13-41T00:00:00Z' } });
  expect((await fleetCall(cwd, 'run', 'fleet.yaml')).error).toMatchObject({ code: 'fleet_time_invalid' });
});
