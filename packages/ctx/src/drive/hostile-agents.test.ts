// Agents that misbehave on the wire, and agents that are not there: clear, bounded, recorded.

import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { drivenProject, type Step } from '../../test/drive/driven-project.js';
import { temporaryFolder } from '../../test/folder.js';

const told = { say: 'Done.' };

it.each<[string, Step, RegExp]>([
  ['a line that is no JSON', { raw: 'not json\n' }, /not JSON/],
  ['an array of messages', { raw: '[]\n' }, /one by one/],
  ['a line that never ends', { huge: 33 << 20 }, /too many/],
  ['a method that nobody knows', { method: 'world/end' }, /unknown method world\/end/],
  [
    'an update that nobody knows',
    {
      raw: '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"dance"}}}\n',
    },
    /dance/,
  ],
])('goes on after %s, and the session says so', async (_, odd, says) => {
  const project = drivenProject();
  expect(await project.run([[odd, told]])).toMatchObject({
    exit_code: 0,
    data: { warnings: [expect.stringMatching(says)] },
  });
  expect(project.records().filter(({ type }) => type === 'finding')).toMatchObject([
    { says: expect.stringMatching(says) },
  ]);
  expect(await project.ctx(['verify', 's'])).toMatchObject({ data: { verdict: 'pass' } });
});

it('writes a flood of oddities down once', async () => {
  const project = drivenProject();
  const flood = Array.from({ length: 300 }, () => ({ raw: 'x\n' }));
  expect(await project.run([[...flood, told]])).toMatchObject({ exit_code: 0 });
  expect(project.records().filter(({ type }) => type === 'finding')).toHaveLength(1);
});

it('lets nothing be done by a call that names another call, or none', async () => {
  const project = drivenProject();
  const forged =
    '{"jsonrpc":"2.0","id":"x","method":"session/request_permission","params":{"sessionId":"s1","toolCall":{},"options":[]}}\n';
  expect(await project.run([[{ raw: forged }, told]])).toMatchObject({ exit_code: 0 });
  expect(project.records().some(({ type }) => type === 'tool.requested')).toBe(false);
});

it('tells a turn that ends while a call is open, and keeps what was said last as its answer', async () => {
  const project = drivenProject();
  const begun =
    '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"c1","title":"ls","kind":"execute","status":"in_progress"}}}\n';
  expect(await project.run([[{ raw: begun }, told]])).toMatchObject({
    exit_code: 0,
    data: { runs: [{ stop_reason: 'completed', turns: [{ output: 'Done.' }] }] },
  });
  expect(project.records().find(({ type }) => type === 'tool.returned')).toMatchObject({ interrupted: true });
  expect(await project.ctx(['verify', 's'])).toMatchObject({ data: { verdict: 'pass' } });
});

const noPush = { policy: { deny: ['bash(git push *)'] } };

it('judges a second question under the id of a call that was allowed, where it is about something else', async () => {
  const project = drivenProject();
  const call = { id: 'c1', command: 'ls', next: 'git push origin main' };
  expect(await project.run([[{ call }, told]], noPush)).toMatchObject({
    exit_code: 0,
    data: { runs: [{ turns: [{ permission_denials: [{}], tool_calls: 1 }] }] },
  });
  expect(project.has('made-by-c1')).toBe(false);
  expect(project.records().filter(({ type }) => type.startsWith('tool.'))).toMatchObject([
    { type: 'tool.requested', call_id: 'c1', input: { command: 'ls' } },
    { type: 'tool.denied', call_id: 'c1#2', input: { command: 'git push origin main' } },
    { type: 'tool.returned', call_id: 'c1' },
  ]);
  expect(await project.ctx(['verify', 's'])).toMatchObject({ data: { verdict: 'pass' } });
  expect(await project.ctx(['replay', 's'])).toMatchObject({ data: { identical: true } });
});

it('lets an agent that asks twice about the same go on, and counts one call', async () => {
  const project = drivenProject();
  const call = { id: 'c1', command: 'ls', next: 'ls' };
  expect(await project.run([[{ call }, told]])).toMatchObject({
    exit_code: 0,
    data: { runs: [{ turns: [{ tool_calls: 1 }] }] },
  });
});

it('stops an agent that asks about one thing and does another', async () => {
  const project = drivenProject();
  const call = { id: 'c1', command: 'ls', does: 'git push origin main' };
  expect(await project.run([[{ call }, told]], noPush)).toMatchObject({
    exit_code: 1,
    error: { code: 'tool_denied' },
  });
  expect(project.records().filter(({ type }) => type === 'tool.requested')).toMatchObject([
    { call_id: 'c1', enforcement: 'asked' },
    { call_id: 'c1#2', enforcement: 'none', input: { command: 'git push origin main' } },
  ]);
  expect(await project.ctx(['verify', 's'])).toMatchObject({ data: { verdict: 'pass' } });
  expect(await project.ctx(['replay', 's'])).toMatchObject({ data: { identical: true } });
});

it('follows links before it judges a path', async () => {
  const project = drivenProject();
  writeFileSync(join(project.cwd, 'secret.txt'), '');
  symlinkSync('secret.txt', join(project.cwd, 'innocent.txt'));
  await project.run([[{ call: { id: 'c1', kind: 'read', path: 'innocent.txt' } }, told]], {
    policy: { deny: ['read(secret*)'] },
  });
  expect(project.records().find(({ type }) => type === 'tool.denied')).toMatchObject({
    rule: 'read(secret*)',
    leads_to: 'secret.txt',
  });
  expect(await project.ctx(['replay', 's'])).toMatchObject({ data: { identical: true } });
});

it('tells an agent that dies before it has begun', async () => {
  const project = drivenProject();
  const agent = { name: 'broken', command: [process.execPath, '-e', 'process.exit(3)'], protocol: 'acp' };
  expect(await project.run([[told]], { agent })).toMatchObject({
    exit_code: 1,
    error: { code: 'model_error', message: expect.stringContaining('did not begin: broken exited with 3') },
  });
  expect(await project.ctx(['verify', 's'])).toMatchObject({ data: { verdict: 'pass' } });
});

it.each([
  [
    'an agent that nobody knows',
    'claud-code',
    { code: 'agent_unknown', hint: expect.stringContaining('claude-code') },
  ],
  [
    'an agent that is not installed',
    'gemini',
    { code: 'agent_missing', hint: expect.stringContaining('npm install -g @google/gemini-cli@latest') },
  ],
])('starts nothing for %s', async (_, agent, error) => {
  const project = drivenProject();
  const env = { HOME: temporaryFolder(), PATH: temporaryFolder() };
  expect(await project.ctx(['run', 'go on', '--agent', agent, '--no-stdin'], { env })).toMatchObject({
    exit_code: 1,
    error,
  });
  expect(project.has('.context/sessions')).toBe(false);
});

/** A folder with a package of npm, and its program in the PATH. */
function installed(name: string, version: string, program: string): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version }));
  writeFileSync(join(folder, 'bin', program), '#!/bin/sh\ntouch was-started\n');
  chmodSync(join(folder, 'bin', program), 0o755);
  return join(folder, 'bin');
}

it('starts nothing of a version that is too old, and says how to get a newer one', async () => {
  const project = drivenProject();
  const PATH = installed('@openai/codex', '0.100.0', 'codex');
  expect(
    await project.ctx(['run', 'go on', '--agent', 'codex', '--no-stdin'], {
      env: { HOME: temporaryFolder(), PATH },
    }),
  ).toMatchObject({
    exit_code: 1,
    error: {
      code: 'agent_too_old',
      message: expect.stringContaining('0.100.0'),
      hint: expect.stringContaining('npm install -g @openai/codex@latest'),
    },
  });
  expect([project.has('was-started'), project.has('.context/sessions')]).toEqual([false, false]);
});

it('refuses strict, where nobody knows what an agent asks about', async () => {
  const project = drivenProject();
  expect(await project.run([[told]], { strict: true })).toMatchObject({
    exit_code: 1,
    error: { code: 'agent_not_strict' },
  });
  expect(project.has('.context/sessions')).toBe(false);
});

it.each([
  [
    'a budget of money, where an agent does not say what it costs',
    ['qwen', '@qwen-code/qwen-code'],
    ['--max-usd', '1'],
    'agent_unmeasured',
  ],
])('refuses %s', async (_, [agent = '', npm = ''], flags, code) => {
  const project = drivenProject();
  const env = { HOME: temporaryFolder(), PATH: installed(npm, '9.0.0', agent) };
  const argv = ['run', 'go on', '--agent', agent, '--no-stdin', ...flags];
  expect(await project.ctx(argv, { env })).toMatchObject({ exit_code: 1, error: { code } });
  expect(project.has('was-started')).toBe(false);
});

it('starts no program that a config names before a person trusts it', async () => {
  const project = drivenProject();
  project.configure([[told]]);
  const env = { HOME: temporaryFolder() };
  expect(await project.ctx(['run', 'session.yaml'], { env })).toMatchObject({
    exit_code: 1,
    error: { code: 'trust_missing' },
  });
  expect(project.has('.context/sessions')).toBe(false);
});
