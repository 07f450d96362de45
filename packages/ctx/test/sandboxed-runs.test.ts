// Runs whose tools are confined, through the built program: by default, when asked for, and where no sandbox can be had.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { builtFolder, cleanEnvironment, repository, runBuilt, runFile } from './built.js';
import { temporaryFolder } from './folder.js';
import { modelServer } from './model-server.js';

type Fields = Record<string, unknown>;

/** A script that makes these calls, and then says that it is done. */
function script(...calls: readonly object[]): string {
  const replies = [...calls.map((call) => ({ call: [call] })), { say: 'done' }];
  return JSON.stringify({ model: 'script/1', replies });
}

const bash = (command: string) => ({ tool: 'bash', input: { command } });

function project(files: Readonly<Record<string, string>> = {}) {
  const home = temporaryFolder({ '.ssh/id_ed25519': 'THE-KEY' });
  return { home, cwd: temporaryFolder({ '.env': 'SECRET=1\n', ...files }), env: { HOME: home } };
}

function recordsIn(cwd: string, id = 's1'): Fields[] {
  const text = readFileSync(join(cwd, '.context/sessions', `${id}.jsonl`), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const only = (records: readonly Fields[], type: string) => records.filter((one) => one['type'] === type);
const outputs = (records: readonly Fields[]) => only(records, 'tool.returned').map(({ output }) => output);

const run = ['run', '--task', 'Go.', '--session-id', 's1'];

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
    expect(page).toContain('The call brought into being: .envrc.');
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
      stderr: expect.stringContaining('`a b` under `sandbox.network` is no host.'),
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

describe('where no sandbox can be had', () => {
  /** A bubblewrap that only says why it cannot. */
  const failing = (words: string, version = '0.8.0') => {
    const folder = temporaryFolder();
    const script = `#!/bin/sh\n[ "$1" = --version ] && { echo bubblewrap ${version}; exit 0; }\necho "bwrap: ${words}" >&2\nexit 1\n`;
    writeFileSync(join(folder, 'bwrap'), script);
    chmodSync(join(folder, 'bwrap'), 0o755);
    return `${folder}:${process.env['PATH']}`;
  };

  it.each([
    [
      'nesting depth or /proc/sys/user/max_*_namespaces exceeded (ENOSPC)',
      'no more user namespaces',
      'user.max_user_namespaces',
    ],
    ['Failed to make / slave: Permission denied', 'this container forbids mounts', '--security-opt'],
    ['setting up uid map: Operation not permitted', 'users cannot be mapped', 'SETFCAP'],
    ['loopback: Failed RTM_NEWADDR: Operation not permitted', 'AppArmor', 'bwrap-userns-restrict'],
    ['No permissions to create new namespace', 'There is no sandbox', '--no-sandbox'],
  ])('because of %j, nothing runs and nothing is written', async (words, says, fix) => {
    const { cwd, env } = project({ 's.json': script(bash('touch ran')) });
    const flags = [...run, '--model', 'script:s.json', '--sandbox'];
    const answer = await runBuilt('ctx', flags, { cwd, env: { ...env, PATH: failing(words) } });
    expect(answer.exitCode).toBe(1);
    expect(answer.stderr).toContain(says);
    expect(answer.stderr).toContain(fix);
    expect(readdirSync(cwd).sort()).toEqual(['.env', 's.json']);
  });

  it('because user namespaces are switched off, which this test really does, it says so', async () => {
    const { cwd, env } = project({ 's.json': script(bash('touch ran')) });
    const off = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"';
    const words = [process.execPath, join(builtFolder(), 'ctx.cjs'), ...run, '--model', 'script:s.json'];
    const shell = ['-Ur', 'sh', '-c', off, 'sh', ...words, '--sandbox'];
    const answer = await runFile('unshare', shell, { cwd, env });
    expect(answer).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/user namespaces.*\n.*sysctl .*user\.max_user_namespaces=15000/),
    });
    expect(existsSync(join(cwd, 'ran'))).toBe(false);
  });

  it('because bubblewrap is too old, it says which version is there', async () => {
    const { cwd, env } = project({ 's.json': script() });
    const PATH = failing('never asked', '0.6.1');
    const answer = await runBuilt('ctx', [...run, '--model', 'script:s.json', '--sandbox'], {
      cwd,
      env: { ...env, PATH },
    });
    expect(answer).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('is version 0.6.1, and 0.8.0 or later'),
    });
  });

  it('because the workspace holds the home folder, it says so', async () => {
    const { cwd } = project({ 's.json': script() });
    const answer = await runBuilt('ctx', [...run, '--model', 'script:s.json', '--sandbox'], {
      cwd,
      env: { HOME: cwd },
    });
    expect(answer).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('it holds your home folder'),
    });
  });

  it('because a folder to be shown is missing, it names it', async () => {
    const { cwd, env } = project({
      's.json': script(),
      'c.yaml': 'model: script:s.json\nsandbox: { read: [../gone] }\nruns: [{ run_id: r1, task: Go. }]\n',
    });
    const answer = await runBuilt('ctx', ['run', 'c.yaml'], { cwd, env });
    expect(answer).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('gone`, and nothing is there'),
    });
  });

  it.each([
    ['y', 0],
    ['n', 1],
  ])('a person at the terminal is asked once, and answers %j', async (said, exitCode) => {
    const { cwd, env } = project({ 's.json': script(bash('touch ran')) });
    const words = [
      process.execPath,
      join(builtFolder(), 'ctx.cjs'),
      ...run,
      '--model',
      'script:s.json',
      '--sandbox',
    ];
    const PATH = failing('Failed to make / slave: Permission denied');
    const answer = await runFile('python3', ['-c', terminal(said), ...words], { cwd, env: { ...env, PATH } });
    expect(answer.exitCode).toBe(exitCode);
    expect(answer.stdout).toContain('Run the tools without a sandbox, this once? [y/N]');
    expect(existsSync(join(cwd, 'ran'))).toBe(exitCode === 0);
    if (exitCode === 0)
      expect(only(recordsIn(cwd), 'run.opened')[0]).toMatchObject({
        fence: { sandbox: { backend: 'none' } },
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

describe('a workspace', () => {
  const sandboxed = ['--model', 'script:s.json', '--sandbox'];

  it('may stand behind a link: commands work where it really is', async () => {
    const { cwd, env } = project({ 's.json': script(bash('pwd -P; echo x > made')) });
    const link = join(temporaryFolder(), 'link');
    symlinkSync(cwd, link);
    expect(await runBuilt('ctx', [...run, ...sandboxed], { cwd: link, env })).toMatchObject({ exitCode: 0 });
    expect(outputs(recordsIn(cwd))).toEqual([`${cwd}\n`]);
  });

  it('may lie on another file system, and its .env cannot be committed empty', async () => {
    const cwd = mkdtempSync('/dev/shm/ctx-workspace-');
    onTestFinished(() => rmSync(cwd, { recursive: true }));
    const commands = ['git init -q', 'git add -f .env', 'git ls-files', 'echo x > made && cat made'];
    writeFileSync(join(cwd, '.env'), 'SECRET=1');
    writeFileSync(join(cwd, 's.json'), script(...commands.map(bash)));
    await runBuilt('ctx', [...run, ...sandboxed], { cwd, env: { HOME: temporaryFolder() } });
    expect(outputs(recordsIn(cwd)).slice(1)).toEqual([
      expect.stringContaining('Permission denied'),
      '',
      'x\n',
    ]);
  });

  it('may be a worktree of git: commits work, and the hooks and settings of the repository stay as they are', async () => {
    const home = temporaryFolder({ '.gitconfig': '[user]\n\tname = Ada\n\temail = ada@example.test\n' });
    const main = temporaryFolder({ 'a.txt': 'a' });
    const git = (cwd: string, ...words: string[]) =>
      execFileSync('git', words, { cwd, env: cleanEnvironment(home), encoding: 'utf8' });
    git(main, 'init', '-q');
    git(main, 'add', '.');
    git(main, 'commit', '-qm', 'first');
    mkdirSync(join(main, '.git/hooks'), { recursive: true });
    const cwd = join(temporaryFolder(), 'tree');
    git(main, 'worktree', 'add', '-q', cwd);
    const hooks = join(main, '.git/hooks/pre-commit');
    const calls = [
      bash('git commit -q --allow-empty -m inside'),
      bash(`echo evil > ${hooks}`),
      bash('git config a.b evil'),
    ];
    writeFileSync(join(cwd, 's.json'), script(...calls));
    await runBuilt('ctx', [...run, ...sandboxed], { cwd, env: { HOME: home } });
    expect(outputs(recordsIn(cwd))).toEqual([
      '',
      expect.stringContaining('Read-only'),
      expect.stringContaining('could not'),
    ]);
    expect(git(cwd, 'log', '-1', '--format=%an %s')).toBe('Ada inside\n');
    expect(existsSync(hooks)).toBe(false);
    expect(readFileSync(join(main, '.git/config'), 'utf8')).not.toContain('evil');
  });

  it('has MCP servers that are confined like everything else', async () => {
    const { cwd, env } = project({
      's.json': script({ tool: 'mcp__files__look', input: {} }),
      'server.cjs': lookingServer,
      '.mcp.json': JSON.stringify({
        mcpServers: { files: { command: process.execPath, args: ['server.cjs'] } },
      }),
    });
    await runBuilt('ctx', ['trust', '--yes'], { cwd, env });
    const answer = await runBuilt('ctx', [...run, ...sandboxed], { cwd, env });
    expect(answer).toMatchObject({ exitCode: 0 });
    expect(outputs(recordsIn(cwd))).toEqual(['key: ENOENT, secret: EACCES, readme: ok']);
    expect(only(recordsIn(cwd), 'run.opened')[0]?.['servers']).toEqual([
      { server: 'files', state: 'ready', tools: 1 },
    ]);
  });
});

it('a person can trust an MCP server to run outside of the sandbox, and take it back', async () => {
  const { cwd, env } = project({
    's.json': script({ tool: 'mcp__files__look', input: {} }),
    'server.cjs': lookingServer,
    '.mcp.json': JSON.stringify({
      mcpServers: { files: { command: process.execPath, args: ['server.cjs'] } },
    }),
  });
  const ran = async (id: string) => {
    const words = ['run', '--task', 'Go.', '--session-id', id, '--model', 'script:s.json', '--sandbox'];
    await runBuilt('ctx', words, { cwd, env });
    const [opened] = only(recordsIn(cwd, id), 'run.opened');
    return [outputs(recordsIn(cwd, id))[0], opened?.['servers']];
  };
  const unknown = await runBuilt('ctx', ['trust', '--yes', '--outside', 'filse'], { cwd, env });
  expect(unknown).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Did you mean files?') });
  await runBuilt('ctx', ['trust', '--yes', '--outside', 'files'], { cwd, env });
  const { stdout } = await runBuilt('ctx', ['trust', 'list'], { cwd, env });
  expect(stdout).toMatch(/\.mcp\.json#files {2}trusted\n +outside of the sandbox: files: /);
  const outside = { server: 'files', state: 'ready', tools: 1, outside: true };
  expect(await ran('s1')).toEqual(['key: ok, secret: ok, readme: ok', [outside]]);

  await runBuilt('ctx', ['trust', 'revoke', '.mcp.json#files'], { cwd, env });
  const inside = { server: 'files', state: 'ready', tools: 1 };
  expect(await ran('s2')).toEqual(['key: ENOENT, secret: EACCES, readme: ok', [inside]]);

  await runBuilt('ctx', ['trust', '--yes', '--outside', 'files'], { cwd, env });
  writeFileSync(join(cwd, 'server.cjs'), `${lookingServer}\n// changed`);
  expect(await runBuilt('ctx', ['trust', 'list'], { cwd, env })).toMatchObject({
    stdout: expect.stringMatching(/\.mcp\.json#files {2}changed/),
  });
});

/** A server whose one tool says what it can read. */
const lookingServer = `
const fs = require('fs');
const state = (path) => { try { fs.readFileSync(path); return 'ok'; } catch (error) { return error.code; } };
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }),
  'tools/list': () => ({ tools: [{ name: 'look', inputSchema: { type: 'object' } }] }),
  'tools/call': () => ({ content: [{ type: 'text', text: 'key: ' + state(process.env.HOME + '/.ssh/id_ed25519') + ', secret: ' + state('.env') + ', readme: ' + state('server.cjs') }] }),
};
let rest = '';
process.stdin.on('data', (chunk) => {
  rest += chunk;
  for (let at = rest.indexOf('\\n'); at >= 0; at = rest.indexOf('\\n')) {
    const { id, method, params } = JSON.parse(rest.slice(0, at));
    rest = rest.slice(at + 1);
    if (id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method](params) }) + '\\n');
  }
});
process.stdin.on('end', () => process.exit(0));
`;

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
  const mounts = readFileSync('/proc/mounts', 'utf8');
  const child = spawn(
    process.execPath,
    [join(builtFolder(), 'ctx.cjs'), ...run, '--model', 'script:s.json', '--sandbox'],
    { cwd, env: { ...cleanEnvironment(env.HOME), TMPDIR: tmp }, stdio: 'ignore' },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  await until(() => existsSync(join(cwd, 'ready')));
  const inside = processesBelow(child);
  expect(inside.length).toBeGreaterThan(2);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await until(() => inside.every((pid) => !isRunning(pid)));
  await until(() => readdirSync(tmp).length === 0);
  expect(readFileSync('/proc/mounts', 'utf8')).toBe(mounts);
  expect(readdirSync(cwd).sort()).toEqual(['.context', '.env', 'ready', 's.json']);
  await runBuilt('ctx', ['delete-session', 's1'], { cwd, env });
  expect(readdirSync(join(env.HOME, '.local/state/ctx/sandbox'))).toEqual([]);
});

/** A terminal that answers the first question. */
function terminal(answer: string): string {
  return `
import os, pty, sys
seen = b''
def read(fd):
    global seen
    data = os.read(fd, 1024)
    if b'[y/N]' not in seen and b'[y/N]' in seen + data: os.write(fd, b'${answer}\\n')
    seen += data
    return data
sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:], read)))
`;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
}

function processesBelow({ pid }: ChildProcess): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const [, parent] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8')) ?? [];
      parents.set(Number(name), Number(parent));
    } catch {
      // It has ended.
    }
  }
  const below = [pid ?? 0];
  for (const one of below) for (const [child, parent] of parents) if (parent === one) below.push(child);
  return below.slice(1);
}

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
