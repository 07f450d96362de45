// `ctx acp` with clients and agents that others wrote: acpx before it, Gemini CLI behind it.

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { drivenGemini } from '../../src/live/driven/gemini.js';
import { ctxAcp, select } from '../acp-client.js';
import { builtFolder } from '../built.js';
import { temporaryFolder } from '../folder.js';
import { jsonOf, scriptOf } from '../scripted.js';
import { recordsOf } from '../session-files.js';
import { acpx, acpxProgram } from './acpx.js';
import { type HostPrograms, hostPrograms } from './hosts-on-disk.js';
import { scriptedModelServer } from './scripted-model-server.js';

let gemini: HostPrograms['gemini'];
beforeAll(async () => {
  await acpxProgram();
  ({ gemini } = await hostPrograms());
}, 300_000);

const ctx = [process.execPath, join(builtFolder(), 'ctx.cjs'), 'acp'];

function machine(files: Readonly<Record<string, string>> = {}) {
  const home = temporaryFolder();
  const cwd = join(home, 'project');
  mkdirSync(cwd);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  const env = { PATH: process.env['PATH'], HOME: home };
  const logsIn = (folder: string) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((name) => name.endsWith('.jsonl'))
          .map((name) => join(folder, name))
      : [];
  return {
    home,
    cwd,
    own: () => logsIn(join(cwd, '.context/sessions')),
    recorded: () => logsIn(join(home, '.local/state/ctx/projects', cwd, '.sessions')),
    verify: (log: string) => jsonOf(['verify', log], { cwd, env }),
  };
}

it.each([
  ['approve-all', true],
  ['deny-all', false],
] as const)('acpx --%s works with ctx acp', async (approve, isWritten) => {
  const { home, cwd, own, verify } = machine({
    's.yaml': scriptOf(
      { say: 'Writing.', call: [{ tool: 'write', input: { path: 'a.txt', content: 'x' } }] },
      { say: 'Done.' },
    ),
  });
  const agent = [...ctx, '--model', 'script:s.yaml', '--ask-tool', 'write'];
  const { stdout, exitCode } = await acpx({ cwd, home, agent, approve, prompt: 'Write it.' });
  expect({ exitCode: exitCode === 0, isWritten: existsSync(join(cwd, 'a.txt')) }).toEqual({
    exitCode: isWritten,
    isWritten,
  });
  expect(stdout).toContain('"stopReason":"end_turn"');
  const [log = ''] = own();
  expect(recordsOf(log).find(({ type }) => type === 'approval.given')).toMatchObject({
    via: 'editor',
    answer: isWritten ? 'allow' : 'deny',
  });
  expect(await verify(log)).toMatchObject({ exit_code: 0 });
});

it('acpx works through the proxy, with ctx acp as the agent behind it', async () => {
  const { home, cwd, recorded, own, verify } = machine({ 's.yaml': scriptOf({ say: 'Hello.' }) });
  const agent = [...ctx, '--', ...ctx, '--model', 'script:s.yaml'];
  const { stdout, exitCode } = await acpx({ cwd, home, agent, approve: 'approve-all', prompt: 'Hi.' });
  expect(exitCode).toBe(0);
  expect(stdout).toContain('Hello.');
  const [outer = ''] = recorded();
  expect(recordsOf(outer)).toMatchObject([
    { type: 'session.opened' },
    { type: 'run.opened', agent: { name: 'ctx-acp', protocol: 'acp' } },
    { type: 'turn.opened', prompt: 'Hi.' },
    { type: 'turn.closed', result: { output: 'Hello.', stop_reason: 'completed' } },
    { type: 'run.closed' },
  ]);
  expect(own()).toHaveLength(1);
  expect(await verify(outer)).toMatchObject({ exit_code: 0 });
});

/** Its own hooks do not run over ACP: what they would deny, it does. */
it('stops a push of Gemini CLI that the project denies', async () => {
  const { home, cwd, recorded, verify } = machine();
  mkdirSync(join(cwd, '.context'));
  writeFileSync(
    join(cwd, '.context/config.yaml'),
    'hooks:\n  deny:\n    - { rule: "Bash(git push *)", because: "people push" }\n',
  );
  const shell = (command: string) => ({ name: 'run_shell_command', input: { command } });
  const { url } = await scriptedModelServer(
    'Ship it',
    [shell('git push origin main || touch pushed; touch pushed'), shell('touch allowed')],
    'Shipped.',
  );
  const env: Record<string, string> = {};
  drivenGemini.prepare({ home, root: cwd, env }, url, []);
  const editor = ctxAcp(['--', ...gemini, '--acp', '-m', 'gemini-2.5-flash'], {
    cwd,
    home,
    env,
    answer: ({ options }) => select(options.find(({ kind }) => kind === 'allow_once')?.optionId ?? ''),
  });
  const id = await editor.open(cwd);
  expect(await editor.prompt(id, 'Ship it')).toBe('end_turn');
  await editor.leave();
  expect(existsSync(join(cwd, 'pushed'))).toBe(false);
  expect(existsSync(join(cwd, 'allowed'))).toBe(true);
  const [log = ''] = recorded();
  const tools = recordsOf(log).filter(({ type }) => type.startsWith('tool.'));
  expect(tools).toMatchObject([
    { type: 'tool.denied', rule: 'Bash(git push *)' },
    { type: 'tool.requested', enforcement: 'asked' },
    { type: 'tool.returned', is_error: false },
  ]);
  expect(await verify(log)).toMatchObject({ exit_code: 0 });
});
