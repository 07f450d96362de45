// `ctx hooks verify --live` with a program that behaves as a host; the hosts themselves are driven in the second ring.

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { builtFolder } from '../../../test/built.js';
import { temporaryFolder } from '../../../test/folder.js';
import { appears } from '../../../test/held-clock.js';
import { type MemoryProject, memoryProject, spawnBuilt } from '../../../test/memory-project.js';
import { isRunning, until } from '../../../test/processes.js';

interface Live {
  readonly sound: boolean;
  readonly live: readonly { readonly version: string; readonly checks: { check: string; state: string }[] }[];
}

/** Where temporary folders go as well, so that a test sees whether any is left. */
async function machine(...faults: string[]) {
  const project = await memoryProject();
  const folder = temporaryFolder();
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  const program = join(folder, 'claude.cjs');
  copyFileSync(join(import.meta.dirname, '../../../test/pretend-claude.cjs'), program);
  writeFileSync(join(folder, 'faults'), faults.join('\n'));
  Object.assign(project.env, { TMPDIR: temporary, PATH: '/usr/bin:/bin' });
  const argv = ['hooks', 'verify', '--live', '--host', 'claude-code', '--program', program];
  return { project, folder, temporary, argv };
}

async function checked(project: MemoryProject, argv: readonly string[]) {
  const { stdout } = await project.process([...argv, '--output-format', 'json']);
  const { exit_code, data, error } = JSON.parse(stdout);
  const { sound, live }: Live = data ?? error.details;
  const states = Object.fromEntries((live[0]?.checks ?? []).map(({ check, state }) => [check, state]));
  return { exit_code, code: error?.code, sound, version: live[0]?.version, states };
}

const allHeld = { started: 'held', context: 'held', deny: 'held', subagent: 'held', capture: 'held' };

it('shows that hooks hold in a host, keeps that for its version, and leaves nothing', async () => {
  const { project, temporary, argv } = await machine();
  project.env['ANTHROPIC_API_KEY'] = 'a key of the user';
  expect(await checked(project, argv)).toEqual({
    exit_code: 0,
    code: undefined,
    sound: true,
    version: '9.8.7',
    states: allHeld,
  });
  expect(readdirSync(temporary)).toEqual([]);
  expect(existsSync(join(project.home, '.claude'))).toBe(false);
  expect((await project.text('hooks', 'list')).stdout).toContain('claude-code 9.8.7, checked live');
  await project.data('init', '--hooks', '--host', 'claude-code');
  expect((await project.text('doctor')).stdout).toContain('checked live with 9.8.7');
  await project.data('hooks', 'remove');
  expect((await project.data('hooks', 'list'))['live']).toEqual([]);
});

it.each([
  [
    'a host that asks no hook before a tool',
    'deaf',
    { deny: 'broken', subagent: 'broken', capture: 'broken' },
  ],
  ['a host that asks none in subagents', 'deaf in subagents', { subagent: 'broken' }],
  ['a host that does not pass on what hooks say', 'mute', { context: 'broken' }],
])('fails for %s, and doctor says so', async (_, fault, broken) => {
  const { project, temporary, argv } = await machine(fault);
  const states = { ...allHeld, ...broken };
  expect(await checked(project, argv)).toMatchObject({ exit_code: 1, code: 'live_check_failed', states });
  expect(readdirSync(temporary)).toEqual([]);
  await project.data('init', '--hooks', '--host', 'claude-code');
  expect((await project.text('doctor')).stdout).toContain('claude-code 9.8.7 failed its live check');
});

it('says of a host without subagents that it has none, which is sound', async () => {
  const { project, argv } = await machine('no subagents');
  const states = { ...allHeld, subagent: 'not_offered' };
  expect(await checked(project, argv)).toMatchObject({ exit_code: 0, sound: true, states });
});

it('ends what a host leaves running', async () => {
  const { project, folder, argv } = await machine('leaves something running');
  expect(await checked(project, [...argv])).toMatchObject({ exit_code: 0, sound: true });
  const left = Number(readFileSync(join(folder, 'left'), 'utf8'));
  expect(left).toBeGreaterThan(0);
  await until(() => !isRunning(left));
});

it('ends a host that does not end by itself, in time', async () => {
  const { project, temporary, argv } = await machine('hangs');
  const answer = await checked(project, [...argv, '--timeout', '3']);
  expect(answer).toMatchObject({ exit_code: 1, states: { started: 'broken', subagent: 'broken' } });
  expect(readdirSync(temporary)).toEqual([]);
});

it('ends the host and clears up when it is interrupted', async () => {
  const { project, folder, temporary, argv } = await machine('hangs');
  const child = spawnBuilt([...argv, '--output-format', 'json'], project.root, project.env);
  await appears(join(folder, 'hanging'));
  child.kill('SIGINT');
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(130);
  expect(readdirSync(temporary)).toEqual([]);
  expect((await project.data('hooks', 'list'))['live']).toEqual([]);
});

it('says which host is not installed, and takes no program out of the project', async () => {
  const { project } = await machine();
  const planted = join(project.root, 'bin');
  mkdirSync(planted);
  symlinkSync('/bin/true', join(planted, 'gemini'));
  project.env['PATH'] = `${planted}:/nowhere`;
  expect(await project.error('hooks', 'verify', '--live', '--host', 'gemini')).toMatchObject({
    code: 'host_program_missing',
    message: expect.stringContaining('gemini is not on your PATH'),
  });
  expect(await project.error('hooks', 'verify', '--live')).toMatchObject({ code: 'host_program_missing' });
  expect(await project.error('hooks', 'verify', '--live', '--host', 'cursor')).toMatchObject({
    code: 'host_not_driven',
  });
  const program = ['--program', join(builtFolder(), 'no-such-file')];
  expect(await project.error('hooks', 'verify', '--live', '--host', 'codex', ...program)).toMatchObject({
    code: 'host_program_missing',
  });
  expect(await project.error('hooks', 'verify', ...program)).toMatchObject({ code: 'flag_needs' });
});
