// What a host would do unasked, our hook asks for: a program that speaks as Qwen Code does starts it before each call.

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { drivenProject, type Step } from '../../test/drive/driven-project.js';
import { temporaryFolder } from '../../test/folder.js';

const agentFile = join(import.meta.dirname, '../../test/drive/scripted-agent.mjs');
const told = { say: 'Done.' };

/** A home and a PATH in which this is Qwen Code. */
function pretendQwen(): Record<string, string> {
  const home = temporaryFolder();
  const bin = join(home, 'qwen-code', 'bin');
  mkdirSync(bin, { recursive: true });
  const about = { name: '@qwen-code/qwen-code', version: '9.0.0' };
  writeFileSync(join(bin, '../package.json'), JSON.stringify(about));
  writeFileSync(join(bin, 'qwen'), `#!/bin/sh\nexec '${process.execPath}' '${agentFile}' script.json\n`);
  chmodSync(join(bin, 'qwen'), 0o755);
  return { HOME: home, PATH: [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(':') };
}

async function qwenRun(steps: readonly Step[], more: object = {}) {
  const project = drivenProject();
  const answer = await project.run([steps], { agent: 'qwen', ...more }, { env: pretendQwen() });
  return { project, answer };
}

const read = (id: string, path: string) => ({
  call: { id, name: 'read_file', kind: 'read', path, ask: false, late: true, hooked: true },
});
const noSecrets = { deny: ['read(secret*)'] };

describe.each([
  ['without a sandbox', { sandbox: 'off' }],
  ['in a sandbox', { sandbox: { read: [dirname(agentFile)] } }],
])('a hook %s', (_, where) => {
  it('asks the run about what nobody else asks about, and is obeyed', async () => {
    const steps = [read('c1', 'plain.txt'), read('c2', 'secret.txt'), told];
    const { project, answer } = await qwenRun(steps, { ...where, policy: noSecrets, strict: true });
    expect(answer).toMatchObject({
      exit_code: 0,
      data: { runs: [{ turns: [{ tool_calls: 1, permission_denials: [{}] }] }] },
    });
    expect([project.has('made-by-c1'), project.has('made-by-c2')]).toEqual([true, false]);
    expect(project.records().find(({ type }) => type === 'run.opened')).toMatchObject({
      fence: { enforcement: expect.arrayContaining([{ tool: '*', by: 'hook' }]) },
    });
    expect(project.records().filter(({ type }) => type.startsWith('tool.'))).toMatchObject([
      { type: 'tool.requested', call_id: 'c1', tool: 'read_file', enforcement: 'hook' },
      { type: 'tool.returned', call_id: 'c1' },
      { type: 'tool.denied', call_id: 'c2', rule: 'read(secret*)' },
    ]);
    expect(await project.ctx(['verify', 's'])).toMatchObject({ data: { verdict: 'pass' } });
    expect(await project.ctx(['replay', 's'])).toMatchObject({ data: { identical: true } });
  });
});

it('is decided on once, where the host asks about it as well', async () => {
  const command = { id: 'c1', name: 'run_shell_command', command: 'ls', hooked: true };
  const { project } = await qwenRun([{ call: command }, told], { sandbox: 'off' });
  expect(readFileSync(join(project.cwd, 'hook-said'), 'utf8')).not.toContain('deny');
  expect(project.records().filter(({ type }) => type === 'tool.requested')).toMatchObject([
    { call_id: 'c1', enforcement: 'asked' },
  ]);
});

it('denies a command that the settings of the host would let through unasked', async () => {
  const command = {
    id: 'c1',
    name: 'run_shell_command',
    command: 'git push',
    ask: false,
    late: true,
    hooked: true,
  };
  const { project, answer } = await qwenRun([{ call: command }, told], {
    sandbox: 'off',
    strict: true,
    policy: { deny: ['bash(git push *)'] },
  });
  expect(answer).toMatchObject({ exit_code: 0, data: { runs: [{ turns: [{ permission_denials: [{}] }] }] } });
  expect(project.has('made-by-c1')).toBe(false);
});

it('keeps the settings of the machine beside the hook', async () => {
  const env = pretendQwen();
  const file = join(env['HOME'] ?? '', 'system.json');
  writeFileSync(file, JSON.stringify({ ui: { theme: 'x' }, hooks: { PreToolUse: [{ matcher: 'theirs' }] } }));
  const project = drivenProject();
  const steps = [{ copy: 'QWEN_CODE_SYSTEM_SETTINGS_PATH' }, told];
  const more = { agent: 'qwen', sandbox: 'off' };
  await project.run([steps], more, { env: { ...env, QWEN_CODE_SYSTEM_SETTINGS_PATH: file } });
  expect(JSON.parse(readFileSync(join(project.cwd, 'copied'), 'utf8'))).toMatchObject({
    ui: { theme: 'x' },
    hooks: { PreToolUse: [{ matcher: 'theirs' }, { matcher: '*' }] },
  });
  expect(JSON.parse(readFileSync(file, 'utf8')).hooks.PreToolUse).toHaveLength(1);
});

it('is refused under strict where a sandbox leaves the hook no socket', async () => {
  const { answer } = await qwenRun([told], { strict: true, sandbox: { network: 'open' } });
  expect(answer).toMatchObject({ exit_code: 1, error: { code: 'agent_not_strict' } });
});

it('tells what an agent left in the settings that it obeys later, outside of its sandbox', async () => {
  const steps = [{ leaveAtHome: '.qwen/settings.json' }, { leaveAtHome: '.qwen/history.txt' }, told];
  const { answer } = await qwenRun(steps, { sandbox: { read: [dirname(agentFile)] } });
  expect(answer).toMatchObject({
    exit_code: 0,
    data: {
      warnings: expect.arrayContaining(['qwen obeys what changed during the run: ~/.qwen/settings.json']),
    },
  });
});
