// Runs whose tools are confined, through the built program: by default, when asked for, and where no sandbox can be had.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { builtFolder, cleanEnvironment, repository, runBuilt } from './built.js';
import { temporaryFolder } from './folder.js';
import { modelServer } from './model-server.js';
import { isRunning, processesBelow, until } from './processes.js';
import { bash, only, outputs, project, recordsIn, run, script } from './sandboxed-project.js';

describe('a script', () => {
  it('has no sandbox unless it is asked for, and says nothing of it', async () => {
    const { cwd, env } = project({ 's.json': script(bash('cat ~/.ssh/id_ed25519')) });
    expect(await runBuilt('ctx', [...run, '--model', 'script:s.json'], { cwd, env })).toMatchObject({
      exitCode: 0,
    });
    expect(outputs(recordsIn(cwd))).toEqual(['THE-KEY']);
    expect(only(recordsIn(cwd), 'run.opened')[0]).not.toHaveProperty('fence.sandbox');
    const { stdout } = await runBuilt('ctx', ['verify', 's1'], { cwd, env });
    expect(stdout).toContain('completed, not sandboxed');
  });

  it('is confined with --sandbox: keys, secrets and the log are out of reach, and the log says so', async () => {
    const calls = [
      bash('cat ~/.ssh/id_ed25519'),
      bash('cat .env'),
      bash('cat .context/sessions/s1.jsonl'),
      { tool: 'read', input: { path: '.env' } },
      { tool: 'read', input: { path: '.context/sessions/s1.jsonl' } },
      { tool: 'grep', input: { pattern: 'SECRET' } },
      bash('echo fine > made.txt && cat made.txt'),
    ];
    const { cwd, env } = project({ 's.json': script(...calls) });
    const { exitCode } = await runBuilt('ctx', [...run, '--model', 'script:s.json', '--sandbox'], {
      cwd,
      env,
    });
    expect(exitCode).toBe(0);
    const records = recordsIn(cwd);
    expect(outputs(records)).toEqual([
      expect.stringContaining('No such file'),
      expect.stringContaining('Permission denied'),
      expect.stringContaining('Permission denied'),
      expect.stringContaining('the sandbox hides it'),
      expect.stringContaining('denied'),
      expect.stringMatching(/^s\.json:1: /),
      'fine\n',
    ]);
    expect(only(records, 'run.opened')[0]?.['fence']).toMatchObject({
      sandbox: { backend: 'bwrap', network: 'none', version: expect.stringMatching(/^\d/) },
    });
    const { stdout } = await runBuilt('ctx', ['verify', 's1'], { cwd, env });
    expect(stdout).toMatch(/completed, sandboxed: bwrap \d[\d.]*, no network/);
    expect(await runBuilt('ctx', ['replay', 's1', '--verify'], { cwd, env })).toMatchObject({ exitCode: 0 });
  });

  it('gives the same bytes on every machine in deterministic mode: no version, no plan', async () => {
    const { cwd, env } = project({ 's.json': script(bash('echo x')) });
    const deterministic = { ...env, CTX_DETERMINISTIC: '1' };
    await runBuilt('ctx', [...run, '--model', 'script:s.json', '--sandbox'], { cwd, env: deterministic });
    const [opened] = only(recordsIn(cwd), 'run.opened');
    expect(opened?.['fence']).toMatchObject({ sandbox: { backend: 'bwrap', network: 'none' } });
    expect(Object.keys(Object(opened?.['fence']).sandbox)).toEqual(['backend', 'network']);
  });

  it('has refused connections and files that others obey in its log, and in its report', async () => {
    const command = 'curl -sS http://evil.test/; curl -sS http://evil.test/; echo x > .envrc';
    const { cwd, env } = project({
      's.json': script(bash(command)),
      'c.yaml':
        'model: script:s.json\nsandbox: { network: [example.com] }\nruns: [{ run_id: r1, task: Go. }]\n',
    });
    await runBuilt('ctx', ['run', 'c.yaml', '--session-id', 's1'], { cwd, env });
    const records = recordsIn(cwd);
    expect(only(records, 'sandbox.denied')).toMatchObject([
      { host: 'evil.test', port: 80, reason: 'not_listed', times: 2, call_id: 'call-1' },
    ]);
    expect(only(records, 'sandbox.noticed')).toMatchObject([{ appeared: ['.envrc'], call_id: 'call-1' }]);
    expect(outputs(records)[0]).toContain('does not allow connections to evil.test:80');
    for (const words of [
      ['verify', 's1'],
      ['replay', 's1', '--verify'],
    ])
      expect(await runBuilt('ctx', words, { cwd, env })).toMatchObject({ exitCode: 0 });
    await runBuilt('ctx', ['report', 's1', '--out', 'report'], { cwd, env });
    const page = readFileSync(join(cwd, 'report/run-r1.html'), 'utf8');
    expect(page).toContain('Refused a connection to evil.test:80 (not_listed, 2 times).');
    expect(page).toContain('The call created: .envrc.');
    expect(page).toMatch(/sandboxed: bwrap [\d.]+, network: example\.com/);
  });

  it('is warned of a path to hide where nothing is, and told which host is none', async () => {
    const config = (sandbox: string) =>
      `model: script:s.json\nsandbox: ${sandbox}\nruns: [{ run_id: r1, task: Go. }]\n`;
    const { cwd, env } = project({
      's.json': script(),
      'a.yaml': config('{ hide: [keys/typo.txt] }'),
      'b.yaml': config('{ network: [a b] }'),
    });
    const hiding = await runBuilt('ctx', ['run', 'a.yaml'], { cwd, env });
    expect(hiding.stderr).toContain('the sandbox is to hide keys/typo.txt, and nothing is there');
    const wrong = await runBuilt('ctx', ['run', 'b.yaml'], { cwd, env });
    expect(wrong).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('`a b` under `sandbox.network` is not a host.'),
    });
  });

  it('keeps its sandbox when it is resumed, and gets one when asked; never loses it', async () => {
    const { cwd, env } = project({
      's.json': script(bash('cat ~/.ssh/id_ed25519')),
      't.json': script(bash('cat ~/.ssh/id_ed25519')),
    });
    await runBuilt('ctx', [...run, '--model', 'script:s.json', '--sandbox'], { cwd, env });
    const refused = await runBuilt('ctx', ['resume', 's1', '--no-sandbox'], { cwd, env });
    expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('--no-sandbox') });
    await runBuilt('ctx', ['resume', 's1', '--task', 'Again.'], { cwd, env });
    expect(only(recordsIn(cwd), 'run.opened')[1]).toMatchObject({ fence: { sandbox: { backend: 'bwrap' } } });
    await runBuilt('ctx', ['run', '--task', 'Go.', '--session-id', 's2', '--model', 'script:t.json'], {
      cwd,
      env,
    });
    await runBuilt('ctx', ['resume', 's2', '--task', 'Again.', '--sandbox'], { cwd, env });
    expect(only(recordsIn(cwd, 's2'), 'run.opened')[1]).toMatchObject({
      fence: { sandbox: { backend: 'bwrap' } },
    });
  });
});

describe('a live model', () => {
  const live = ['run', '--task', 'Go.', '--session-id', 's1', '--model', 'ollama/qwen3'];

  it('runs in the sandbox by default, and without it only when a person says so', async () => {
    const server = await modelServer((mock) => mock.onMessage(/./, { content: 'Hello.' }));
    const { cwd, env } = project();
    const flags = ['--base-url', `${server.url}/v1`];
    expect(await runBuilt('ctx', [...live, ...flags], { cwd, env })).toMatchObject({ exitCode: 0 });
    expect(only(recordsIn(cwd), 'run.opened')[0]).toMatchObject({ fence: { sandbox: { backend: 'bwrap' } } });
    const other = live.map((word) => (word === 's1' ? 's2' : word));
    await runBuilt('ctx', [...other, ...flags, '--no-sandbox'], { cwd, env });
    expect(only(recordsIn(cwd, 's2'), 'run.opened')[0]).toMatchObject({
      settings: { sandbox: 'off' },
      fence: { sandbox: { backend: 'none', network: 'open' } },
    });
  });
});

it('the example of a hostile model shows what it tried, and leaves its project as it was', async () => {
  const cwd = temporaryFolder();
  cpSync(join(repository, 'examples/hostile'), join(cwd, 'hostile'), { recursive: true });
  const env = { HOME: temporaryFolder({ '.ssh/id_rsa': 'THE-KEY' }) };
  const words = ['run', 'hostile/session.yaml', '--session-id', 's1', '--sessions-dir', '.context/sessions'];
  expect(await runBuilt('ctx', words, { cwd, env })).toMatchObject({ exitCode: 0 });
  const records = recordsIn(cwd);
  expect(JSON.stringify(outputs(records))).not.toMatch(/THE-KEY|4111/);
  expect(only(records, 'sandbox.denied')).toMatchObject([{ host: 'collect.example.com' }]);
  expect(only(records, 'sandbox.noticed')).toMatchObject([{ appeared: ['.envrc'] }]);
  expect(readdirSync(join(cwd, 'hostile/project')).sort()).toEqual(['customers.csv', 'readme.md']);
});

it('a session finds its home and /tmp again, no other session sees them, and they go with it', async () => {
  const look = 'cat ~/note /tmp/note; ls ~/.local/state/ctx; echo mine > ~/note; echo tmp > /tmp/note';
  const { cwd, env, home } = project({ 's.json': script(bash(look)) });
  const kept = join(home, '.local/state/ctx/sandbox');
  const words = ['--model', 'script:s.json', '--sandbox'];
  await runBuilt('ctx', [...run, ...words], { cwd, env });
  await runBuilt('ctx', ['resume', 's1', '--task', 'Again.'], { cwd, env });
  const [first, again] = outputs(recordsIn(cwd));
  expect(first).toMatch(/note: No such file.*note: No such file.*state\/ctx': No such file/s);
  expect(again).toMatch(/^mine\ntmp\n.*state\/ctx': No such file/);
  await runBuilt('ctx', ['run', '--task', 'Go.', '--session-id', 's2', ...words], { cwd, env });
  expect(outputs(recordsIn(cwd, 's2'))[0]).toBe(first);
  expect(readdirSync(kept)).toHaveLength(2);
  await runBuilt('ctx', ['delete-session', 's1'], { cwd, env });
  expect(readdirSync(kept)).toHaveLength(1);
  rmSync(join(cwd, '.context/sessions/s2.jsonl'));
  const { stdout } = await runBuilt('ctx', ['doctor', '--fix'], { cwd, env });
  expect(stdout).toMatch(/sandbox folders +fixed/);
  expect(readdirSync(kept)).toEqual([]);
});

it('kill -9 of ctx leaves no process, no mount and no file but what the session keeps', async () => {
  const tmp = temporaryFolder();
  const { cwd, env } = project({
    's.json': script(
      bash('mkdir /tmp/deep; echo x > ~/y; (setsid sleep 4242 &) ; touch ready; exec sleep 4242'),
    ),
  });
  // Other tests mount things of their own meanwhile.
  const mounts = () =>
    readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .filter((line) => [tmp, cwd, env.HOME].some((folder) => line.includes(folder)));
  expect(mounts()).toEqual([]);
  const child = spawn(
    process.execPath,
    [join(builtFolder(), 'ctx.cjs'), ...run, '--model', 'script:s.json', '--sandbox'],
    { cwd, env: { ...cleanEnvironment(env.HOME), TMPDIR: tmp }, stdio: 'ignore' },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  await until(() => existsSync(join(cwd, 'ready')));
  const inside = processesBelow(child.pid ?? 0);
  expect(inside.length).toBeGreaterThan(2);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await until(() => inside.every((pid) => !isRunning(pid)));
  await until(() => readdirSync(tmp).length === 0);
  expect(mounts()).toEqual([]);
  expect(readdirSync(cwd).sort()).toEqual(['.context', '.env', 'ready', 's.json']);
  await runBuilt('ctx', ['delete-session', 's1'], { cwd, env });
  expect(readdirSync(join(env.HOME, '.local/state/ctx/sandbox'))).toEqual([]);
});
