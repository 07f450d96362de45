import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withEnoughTime } from '../../../test/held-clock.js';
import { isRunning, until } from '../../../test/processes.js';
import type { Json } from '../../protocol/json.js';
import { schemaErrors } from '../schema-check.js';
import { builtinTools } from './builtin.js';

let folder = '';
let root = '';

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'ctx-tools-')));
  root = join(folder, 'workspace');
  mkdirSync(root);
  writeFileSync(join(folder, 'outside.txt'), 'not yours');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('read', () => {
  it('returns the text of a file, or some lines of it', async () => {
    put('a.txt', 'one\ntwo\nthree\nfour');
    expect(await run('read', { path: 'a.txt' })).toMatchObject({
      output: 'one\ntwo\nthree\nfour',
      is_error: false,
    });
    expect((await run('read', { path: 'a.txt', offset: 2, limit: 2 })).output).toBe('two\nthree\n');
    expect((await run('read', { path: 'a.txt', offset: 4 })).output).toBe('four');
    expect((await run('read', { path: join(root, 'a.txt'), limit: 1 })).output).toBe('one\n');
    expect(await run('read', { path: 'a.txt', offset: 9 })).toEqual({
      output: 'a.txt has no line 9.',
      is_error: true,
    });
    put('empty', '');
    expect(await run('read', { path: 'empty' })).toMatchObject({ output: '', is_error: false });
  });

  it('finds lines across the pieces that it reads, and keeps a huge file within bounds', async () => {
    const lines = Array.from({ length: 200_000 }, (_, index) => `line ${index + 1} é`);
    put('big.txt', lines.join('\n'));
    expect((await run('read', { path: 'big.txt', offset: 150_000, limit: 2 })).output).toBe(
      'line 150000 é\nline 150001 é\n',
    );
    const whole = await run('read', { path: 'big.txt' });
    expect(whole.bytes_seen).toBe(statSync(join(root, 'big.txt')).size);
    expect(whole.output.length).toBeLessThan(1024 * 1024 + 100);
    expect(whole.output).toMatch(/^line 1 é\n.*\n\[… \d+ bytes left out …\]\n.*line 200000 é$/s);
  });

  it('refuses what is not text, not a file or not there', async () => {
    writeFileSync(join(root, 'bytes'), Buffer.from([0x61, 0xff, 0xfe]));
    mkdirSync(join(root, 'folder'));
    execFileSync('/bin/sh', ['-c', 'mkfifo pipe'], { cwd: root });
    expect((await run('read', { path: 'bytes' })).output).toBe('bytes is not UTF-8 text.');
    expect((await run('read', { path: 'folder' })).output).toBe('folder is not a file.');
    expect((await run('read', { path: 'pipe' })).output).toBe('pipe is not a file.');
    expect((await run('read', { path: 'missing' })).output).toBe('missing does not exist.');
    expect((await run('read', { path: 'x\0y' })).output).toBe('A path cannot hold a NUL character.');
    expect((await run('read', { path: 'x'.repeat(5000) })).is_error).toBe(true);
  });

  it('stops when it is told to', async () => {
    put('a.txt', 'text');
    expect((await run('read', { path: 'a.txt' }, AbortSignal.abort())).is_error).toBe(true);
  });

  it('stays inside the workspace', async () => {
    symlinkSync(join(folder, 'outside.txt'), join(root, 'link'));
    symlinkSync(folder, join(root, 'up'));
    put('real.txt', 'mine');
    symlinkSync('real.txt', join(root, 'alias'));
    for (const path of [
      '../outside.txt',
      join(folder, 'outside.txt'),
      'link',
      'up/outside.txt',
      '/etc/passwd',
      '.',
    ]) {
      expect(await run('read', { path })).toEqual({
        output: `${path} is outside the workspace.`,
        is_error: true,
      });
    }
    expect((await run('read', { path: 'alias' })).output).toBe('mine');
  });
});

describe('write', () => {
  it('makes the folders it needs, and replaces what was there', async () => {
    expect(await run('write', { path: 'a/b/c.txt', content: 'né' })).toEqual({
      output: 'Wrote 3 bytes to a/b/c.txt.',
      is_error: false,
    });
    chmodSync(join(root, 'a/b/c.txt'), 0o755);
    await run('write', { path: join(root, 'a/b/c.txt'), content: 'new' });
    expect(readFileSync(join(root, 'a/b/c.txt'), 'utf8')).toBe('new');
    expect(statSync(join(root, 'a/b/c.txt')).mode & 0o777).toBe(0o755);
    expect(readdirSync(join(root, 'a/b'))).toEqual(['c.txt']);
  });

  it('writes through a link that stays inside, and keeps it a link', async () => {
    put('real.txt', 'old');
    symlinkSync('real.txt', join(root, 'alias'));
    await run('write', { path: 'alias', content: 'new' });
    expect(readFileSync(join(root, 'real.txt'), 'utf8')).toBe('new');
    expect(lstatSync(join(root, 'alias')).isSymbolicLink()).toBe(true);
  });

  it('stays inside the workspace', async () => {
    symlinkSync(join(folder, 'outside.txt'), join(root, 'link'));
    symlinkSync(folder, join(root, 'up'));
    symlinkSync(join(folder, 'made'), join(root, 'dangling'));
    for (const path of ['../outside.txt', 'link', 'up/outside.txt', 'up/new/x', join(folder, 'x'), '..']) {
      expect((await run('write', { path, content: 'x' })).output).toBe(`${path} is outside the workspace.`);
    }
    await run('write', { path: 'dangling', content: 'x' });
    expect(readFileSync(join(folder, 'outside.txt'), 'utf8')).toBe('not yours');
    expect(readdirSync(folder).sort()).toEqual(['outside.txt', 'workspace']);
  });

  it('says why it could not, and leaves nothing behind', async () => {
    put('file', 'x');
    mkdirSync(join(root, 'folder'));
    expect((await run('write', { path: 'file/x', content: '' })).output).toBe(
      'file/x has a part that is not a folder.',
    );
    expect((await run('write', { path: 'folder', content: '' })).output).toBe('folder is a folder.');
    expect(readdirSync(root).sort()).toEqual(['file', 'folder']);
  });
});

describe('bash', () => {
  it('returns stdout and stderr in the order in which they came', async () => {
    const command = 'for i in 1 2 3; do echo out $i; echo err $i >&2; done; pwd';
    expect((await run('bash', { command })).output).toBe(
      `out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\n${root}\n`,
    );
  });

  it('says how the command ended', async () => {
    expect(await run('bash', { command: 'printf x; exit 3' })).toMatchObject({
      output: 'x\n[exit code 3]',
      is_error: true,
    });
    expect((await run('bash', { command: 'kill -9 $$' })).output).toBe('[ended by SIGKILL]');
    expect((await run('bash', { command: 'sleep 60', timeout_ms: 30 })).output).toBe('[stopped after 30 ms]');
    expect((await run('bash', { command: 'a\0b' })).is_error).toBe(true);
    expect((await run('bash', { command: `echo ${'x'.repeat(200_000)}` })).is_error).toBe(true);
  });

  it('is killed where it ignores that its time is over', async () => {
    const { output, pid } = await untilOutOfTime('trap "" TERM; echo $$ > pid; sleep 60 & wait; sleep 60');
    expect(output).toMatch(/^\[stopped after \d+ ms\]$/);
    await until(() => !isRunning(pid));
  });

  it('has no input, no credentials, and the rest of the environment', async () => {
    const names =
      'HOME,ANTHROPIC_API_KEY,GITHUB_TOKEN,MY_PASSWORD,AWS_SECRET_ACCESS_KEY,TOKENIZERS,KEYBOARD,dbpassword,SSH_AUTH_SOCK,TOKEN_FILE,AUTHOR';
    const env = Object.fromEntries(names.split(',').map((name) => [name, `value of ${name}`]));
    const { output } = await run('bash', { command: 'cat; env' }, undefined, {
      PATH: process.env['PATH'],
      ...env,
    });
    const kept = names.split(',').filter((name) => output.includes(`value of ${name}`));
    expect(kept).toEqual(['HOME', 'TOKENIZERS', 'KEYBOARD', 'AUTHOR']);
  });

  it('runs no program that a folder made to look like a repository names', async () => {
    const config = '[core]\n\tbare = false\n\tworktree = .\n\tfsmonitor = touch made;:\n';
    put('HEAD', 'ref: refs/heads/main\n');
    put('config', config);
    mkdirSync(join(root, 'objects'));
    mkdirSync(join(root, 'refs'));
    const env = { PATH: process.env['PATH'] };
    const { output } = await run('bash', { command: 'git status; git -C / --version' }, undefined, env);
    expect(output).toContain('bare repository');
    expect(output).toContain('git version');
    expect(existsSync(join(root, 'made'))).toBe(false);
  });

  it('runs no file that BASH_ENV names: the model may have written it', async () => {
    put('start.sh', 'echo started');
    const env = { PATH: process.env['PATH'], BASH_ENV: './start.sh', ENV: './start.sh' };
    expect((await run('bash', { command: 'echo done' }, undefined, env)).output).toBe('done\n');
  });

  it('reads letters as they are written, whatever locale it is started in', async () => {
    const env = { PATH: process.env['PATH'], LC_ALL: 'zh_CN.GBK' };
    const command = 'echo "$LC_ALL $LC_CTYPE $LANG"';
    expect((await run('bash', { command }, undefined, env)).output).toBe(' C.UTF-8 zh_CN.GBK\n');
  });

  it('keeps the head and the tail of a flood, with the true count', async () => {
    const { output, bytes_seen } = await run('bash', {
      command: 'echo start; yes é | head -n 2000000; echo end',
    });
    expect(bytes_seen).toBe(6 + 3 * 2_000_000 + 4);
    expect(output.length).toBeLessThan(1024 * 1024 + 100);
    expect(output).toMatch(/^start\né\n.*\n\[… \d+ bytes left out …\]\n.*é\nend\n$/s);
    expect(output).not.toContain('\ufffd');
  });

  it('kills what it leaves behind, and does not wait for it', async () => {
    // It sleeps longer than the test may take.
    const { output } = await run('bash', { command: '(sleep 600; touch late) & echo $!' });
    await until(() => !isRunning(Number(output)));
  });

  it.each([
    ['a session of its own', "setsid sh -c 'echo $$ > pid; exec sleep 60'"],
    ['another parent', "(setsid sh -c '(echo $$ > pid; exec sleep 60) &' &)"],
    ['no pipe to us', "setsid sh -c 'echo $$ > pid; exec sleep 60' > /dev/null 2>&1"],
  ])('ends a process that forked, detached and has %s', async (_, detached) => {
    await run('bash', { command: `${detached} & while [ ! -s pid ]; do sleep 0.01; done` });
    const pid = Number(readFileSync(join(root, 'pid'), 'utf8'));
    await until(() => !isRunning(pid));
  });

  it('ends what detached when the time is over, also under a call around it', async () => {
    const env = { ...process.env, CTX_TOOL_CALL: 'outer' };
    const command = "setsid sh -c 'echo $CTX_TOOL_CALL; echo $$ > pid; exec sleep 60' & sleep 60";
    const { output, pid } = await untilOutOfTime(command, env);
    expect(output).toMatch(/^outer:[0-9a-f]{16}\n\[stopped after \d+ ms\]$/);
    await until(() => !isRunning(pid));
  });

  it('acknowledges a stop by ending its whole group', async () => {
    const stop = new AbortController();
    const pids = join(root, 'pids');
    const running = run(
      'bash',
      { command: 'sleep 60 & echo $! $$ > pids.tmp; mv pids.tmp pids; wait' },
      stop.signal,
    );
    await until(() => existsSync(pids));
    stop.abort();
    expect(await running).toMatchObject({ output: '[ended by SIGTERM]', is_error: true });
    for (const pid of readFileSync(pids, 'utf8').split(' ')) await until(() => !isRunning(Number(pid)));
  });

  it('is killed where it ignores the stop', async () => {
    const [stop, kill] = [new AbortController(), new AbortController()];
    const command = 'trap "" TERM; touch ready; while :; do sleep 0.05; done';
    const running = run('bash', { command }, stop.signal, undefined, kill.signal);
    await until(() => existsSync(join(root, 'ready')));
    stop.abort();
    kill.abort();
    expect((await running).output).toContain('[ended by SIGKILL]');
    expect((await run('bash', { command: 'sleep 60' }, AbortSignal.abort())).is_error).toBe(true);
  });

  it('says that it could not start where the workspace is gone', async () => {
    rmSync(root, { recursive: true });
    expect(await run('bash', { command: 'true' })).toMatchObject({ is_error: true });
  });
});

describe('every tool', () => {
  it('has a schema that refuses what it does not know', async () => {
    for (const { input } of builtinTools(root, {})) {
      expect(await schemaErrors(input, { path: 'a', command: 'a', content: '', unknown: 1 })).not.toEqual([]);
    }
  });

  it('fails as a mistake of ours where it is given what its schema refuses', async () => {
    await expect(run('bash', 'text')).rejects.toThrow(TypeError);
  });
});

function run(
  name: string,
  input: Json,
  signal = new AbortController().signal,
  env: Record<string, string | undefined> = process.env,
  kill = new AbortController().signal,
) {
  const tool = builtinTools(root, env).find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool.run(input, { signal, kill, judge: () => ({ allowed: true }), guarded: false });
}

/** Runs a command until its time is over, with so much of it that the command has written its file `pid` by then. */
function untilOutOfTime(command: string, env: Record<string, string | undefined> = process.env) {
  return withEnoughTime(
    async (timeout_ms) => {
      put('pid', '');
      const { output } = await run('bash', { command, timeout_ms }, undefined, env);
      return { output, pid: Number(readFileSync(join(root, 'pid'), 'utf8')) };
    },
    ({ pid }) => pid > 0,
  );
}

function put(path: string, text: string): void {
  writeFileSync(join(root, path), text);
}
