// What a host waits for at every prompt and every tool.

import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchEnvironment, type Case, processRatios } from './measure.js';
import { ctx, dist, inFolder } from './place.js';
import type { Suite } from './run.js';

const program = join(dist, 'hook.cjs');

const rules = `hooks:
  deny:
    - { rule: "Bash(git push *)", because: a person pushes }
    - { rule: "Write(secrets/*)" }
`;

const suite: Suite = {
  title: 'Hooks (whole processes, NODE_EXTRA_CA_CERTS unset on both sides)',
  run: () => inFolder((home) => processRatios(casesIn(home), 201)),
};

export default suite;

function casesIn(home: string): Case[] {
  const [env, capturing] = [{ HOME: home, XDG_CONFIG_HOME: join(home, 'silent') }, { HOME: home }];
  mkdirSync(join(home, 'silent/ctx'), { recursive: true });
  writeFileSync(join(home, 'silent/ctx/config.yaml'), 'capture: false\n');
  const project = join(home, 'project');
  const ruled = join(home, 'ruled');
  const bare = join(home, 'bare');
  const busy = join(home, 'busy');
  const forgetful = join(home, 'forgetful');
  for (const folder of [project, ruled, bare, busy, forgetful]) mkdirSync(folder);
  mkdirSync(join(forgetful, '.context'));
  writeFileSync(join(forgetful, '.context/TASKS.md'), '');
  const [created_at, due_at] = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];
  const reminders = Array.from({ length: 100_000 }, (_, i) => ({
    id: i + 1,
    text: `reminder ${i}`,
    created_at,
    due_at,
  }));
  writeFileSync(
    join(forgetful, '.context/reminders.json'),
    JSON.stringify({ next: 100_001, reminders }, null, 2),
  );
  mkdirSync(join(busy, '.context'));
  const task = (i: number) => `- [ ] task number ${i} <!-- ctx ${i} 2026-01-01T00:00:00Z -->\n`;
  writeFileSync(
    join(busy, '.context/TASKS.md'),
    Array.from({ length: 100_000 }, (_, i) => task(i + 1)).join(''),
  );
  const run = (...argv: string[]) =>
    execFileSync(process.execPath, [ctx, ...argv], { cwd: project, env: benchEnvironment(env) });
  run('init');
  mkdirSync(join(ruled, '.context'));
  writeFileSync(join(ruled, '.context/config.yaml'), rules);
  for (let i = 1; i <= 10; i++) run('remind', `Number ${i} of the things that are due by now`);
  const hook = (event: string) => [program, 'claude-code', event, '--ctx-layout', '3'];
  // A session of its own for each round: a reminder is told once in a while, and here it is told every time.
  const event =
    (name: string, cwd: string, more: object = {}) =>
    (round: number) =>
      JSON.stringify({ session_id: `bench-${round}`, cwd, hook_event_name: name, ...more });
  const tool = { tool_name: 'Bash', tool_input: { command: 'npm test' }, tool_response: { stdout: 'ok' } };
  return [
    {
      name: 'UserPromptSubmit with 100,000 tasks',
      argv: hook('UserPromptSubmit'),
      cwd: busy,
      env,
      input: event('UserPromptSubmit', busy, { prompt: 'Go on, please.' }),
      limit: 1.2,
    },
    {
      name: 'UserPromptSubmit with 100,000 reminders',
      argv: hook('UserPromptSubmit'),
      cwd: forgetful,
      env,
      input: event('UserPromptSubmit', forgetful, { prompt: 'Go on, please.' }),
      limit: 1.2,
    },
    {
      name: 'UserPromptSubmit with 10 due reminders',
      argv: hook('UserPromptSubmit'),
      cwd: project,
      env,
      input: event('UserPromptSubmit', project, { prompt: 'Go on, please.' }),
      limit: 1.2,
    },
    {
      name: 'PreToolUse with rules',
      argv: hook('PreToolUse'),
      cwd: ruled,
      env,
      input: event('PreToolUse', ruled, tool),
      limit: 1.25,
    },
    {
      name: 'PostToolUse',
      argv: hook('PostToolUse'),
      cwd: project,
      env,
      input: event('PostToolUse', project, tool),
      limit: 1.2,
    },
    {
      name: 'UserPromptSubmit, captured',
      argv: hook('UserPromptSubmit'),
      cwd: project,
      env: capturing,
      input: event('UserPromptSubmit', project, { prompt: 'Go on, please.', session_id: 'captured' }),
      limit: 1.4,
    },
    {
      name: 'PreToolUse, captured',
      argv: hook('PreToolUse'),
      cwd: project,
      env: capturing,
      input: event('PreToolUse', project, { ...tool, session_id: 'captured-calls' }),
      limit: 1.4,
    },
    {
      name: 'UserPromptSubmit in a project that is not initialised',
      argv: hook('UserPromptSubmit'),
      cwd: bare,
      env,
      input: event('UserPromptSubmit', bare, { prompt: 'Go on, please.' }),
      limit: 1.1,
    },
  ];
}
