import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { runCtx } from '../../test/in-process.js';
import { scriptOf } from '../../test/scripted.js';
import { loosened } from './loosened.js';
import { planFromFile } from './plan.js';

const run = { run_id: 'r', task: 'Go.' };

it.each([
  [{ base_url: 'http://x.example/v1' }, ['base_url: http://x.example/v1']],
  [{ policy: { profile: 'full' as const } }, ['policy.profile: full']],
  [{ sandbox: 'off' as const }, ['sandbox: off']],
  [{ sandbox: { network: 'open' as const } }, ['sandbox.network: open']],
  [
    { sandbox: { network: ['a.example'], write: ['/x'], read: ['/y'] } },
    ['sandbox.network: a.example', 'sandbox.read: /y', 'sandbox.write: /x'],
  ],
  [
    { sandbox: { network: 'open' as const, unix_sockets: true } },
    ['sandbox.network: open', 'sandbox.unix_sockets: true'],
  ],
  [{ sandbox: { unix_sockets: true } }, []],
  [{ mcp: ['a.json', 'b.json'] }, ['mcp: a.json', 'mcp: b.json']],
  [{ open_paths: ['.mcp.json' as const] }, ['open_paths: .mcp.json']],
  [
    {
      sandbox: 'on' as const,
      policy: { profile: 'read-only' as const, deny: ['bash'] },
      budget: { max_turns: 1 },
    },
    [],
  ],
])('says of %j what it loosens, for the session and for a run', (settings, lines) => {
  const place = { root: '/', base: '/' };
  expect(loosened({ ...settings, runs: [run] }, [], place)).toEqual(lines);
  expect(loosened({ runs: [{ ...run, ...settings }] }, [], place)).toEqual(lines);
});

it.each<[object, object, readonly string[]]>([
  [{ policy: { allow: ['read', 'bash(git *)'] } }, {}, ['policy.allow: bash(git *)']],
  [{ policy: { allow: ['*'] } }, {}, ['policy.allow: *']],
  [{ policy: { profile: 'read-only', allow: ['bash'] } }, {}, ['policy.allow: bash']],
  [{ policy: { profile: 'edit', allow: ['bash'] } }, {}, []],
  [{ policy: { allow: ['read'] } }, {}, []],
  [{ policy: { allow: ['bash'] } }, { policy: { profile: 'edit' } }, []],
  [{ policy: { allow: ['bash'] } }, { model: 'script:echo' }, []],
])(
  'says of %j under %j which rules let a live model past the profile edit',
  async (settings, given, lines) => {
    const config = { model: 'anthropic/any', ...settings, runs: [run] };
    const cwd = temporaryFolder({ 'c.yaml': JSON.stringify(config) });
    expect((await planFromFile('c.yaml', cwd, {}, given)).loosened).toEqual(lines);
  },
);

it.each([
  [{ workspace: '../elsewhere' }, ['workspace: ../elsewhere']],
  [{ workspace: 'link' }, ['workspace: link']],
  [{ workspace: 'sub' }, []],
  [{ structured_output: '../elsewhere/login.json' }, ['structured_output: ../elsewhere/login.json']],
  [{ structured_output: 'link/login.json' }, ['structured_output: link/login.json']],
  [{ structured_output: 'sub/schema.json' }, []],
])('says of %j whether it leads out of the project', async (settings, lines) => {
  const top = temporaryFolder({
    'project/.context/TASKS.md': '',
    'project/sub/schema.json': '{}',
    'project/c.yaml': JSON.stringify({ model: 'anthropic/any', ...settings, runs: [run] }),
    'elsewhere/login.json': '{}',
  });
  symlinkSync('../elsewhere', join(top, 'project/link'));
  expect((await planFromFile('c.yaml', join(top, 'project'), {}, {})).loosened).toEqual(lines);
});

it('is shown before the run begins', async () => {
  const cwd = temporaryFolder({
    's.yaml': scriptOf({ say: 'Hello.' }),
    'c.yaml': 'model: script:s.yaml\npolicy: { profile: full }\nruns: [{ run_id: r, task: Go. }]',
  });
  const { exitCode, stderr } = await runCtx(['run', 'c.yaml'], { cwd, env: { PATH: process.env['PATH'] } });
  expect(exitCode).toBe(0);
  expect(stderr).toMatch(/^note: c\.yaml changes these defaults of ctx:\n {2}policy\.profile: full\n/);
});

it('says of an allow rule for the shell what does not limit it', async () => {
  const cwd = temporaryFolder({
    'c.yaml': 'policy: { profile: read-only, allow: ["bash(git log)"] }\nruns: [{ run_id: r, task: Go. }]',
  });
  const env = { PATH: process.env['PATH'], HOME: temporaryFolder() };
  const { stderr } = await runCtx(['run', 'c.yaml', '--model', 'openai/gpt-5'], { cwd, env });
  expect(stderr).toContain(
    'note: c.yaml changes these defaults of ctx:\n  policy.allow: bash(git log) (the profile edit, which denies destructive commands, does not limit it)\n',
  );
});
