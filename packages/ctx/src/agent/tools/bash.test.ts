import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../test/folder.js';
import { withEnoughTime } from '../../../test/held-clock.js';
import { isRunning, until } from '../../../test/processes.js';
import { bashTool } from './bash.js';

let root = '';

beforeEach(() => {
  root = temporaryFolder();
});

// What sleeps here sleeps longer than a test may take: none ends by itself what should have been ended.
describe('bash', () => {
  it('returns stdout and stderr in the order in which they came', async () => {
    const command = 'for i in 1 2 3; do echo out $i; echo err $i >&2; done; pwd';
    expect((await run({ command })).output).toBe(`out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\n${root}\n`);
  });

  it('says how the command ended', async () => {
    expect(await run({ command: 'printf x; exit 3' })).toMatchObject({
      output: 'x\n[exit code 3]',
      is_error: true,
    });
    expect((await run({ command: 'kill -9 $$' })).output).toBe('[ended by SIGKILL]');
    expect((await run({ command: 'sleep 60', timeout_ms: 30 })).output).toBe('[stopped after 30 ms]');
    expect((await run({ command: 'a\0b' })).is_error).toBe(true);
    expect((await run({ command: `echo ${'x'.repeat(200_000)}` })).is_error).toBe(true);
  });

  it('is killed where it ignores that its time is over', async () => {
    const { output, pid } = await untilOutOfTime('trap "" TERM; echo $$ > pid; sleep 600 & wait; sleep 600');
    expect(output).toMatch(/^\[stopped after \d+ ms\]$/);
    await until(() => !isRunning(pid));
  });

  it('has no input, no credentials, and the rest of the environment', async () => {
    const names =
      'HOME,ANTHROPIC_API_KEY,GITHUB_TOKEN,MY_PASSWORD,AWS_SECRET_ACCESS_KEY,TOKENIZERS,KEYBOARD,dbpassword,SSH_AUTH_SOCK,TOKEN_FILE,AUTHOR';
    const env = Object.fromEntries(names.split(',').map((name) => [name, `value of ${name}`]));
    const { output } = await run({ command: 'cat; env' }, undefined, {
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
    const { output } = await run({ command: 'git status; git -C / --version' }, undefined, env);
    expect(output).toContain('bare repository');
    expect(output).toContain('git version');
    expect(existsSync(join(root, 'made'))).toBe(false);
  });

  it('runs no file that BASH_ENV names: the model may have written it', async () => {
    put('start.sh', 'echo started');
    const env = { PATH: process.env['PATH'], BASH_ENV: './start.sh', ENV: './start.sh' };
    expect((await run({ command: 'echo done' }, undefined, env)).output).toBe('done\n');
  });

  it('reads letters as they are written, whatever locale it is started in', async () => {
    const env = { PATH: process.env['PATH'], LC_ALL: 'zh_CN.GBK' };
    const command = 'echo "$LC_ALL $LC_CTYPE $LANG"';
    expect((await run({ command }, undefined, env)).output).toBe(' C.UTF-8 zh_CN.GBK\n');
  });

  it('keeps the head and the tail of a flood, with the true count', async () => {
    const { output, bytes_seen } = await run({
      command: 'echo start; yes é | head -n 2000000; echo end',
    });
    expect(bytes_seen).toBe(6 + 3 * 2_000_000 + 4);
    expect(output.length).toBeLessThan(1024 * 1024 + 100);
    expect(output).toMatch(/^start\né\n.*\n\[… \d+ bytes left out …\]\n.*é\nend\n$/s);
    expect(output).not.toContain('\ufffd');
  });

  it('kills what it leaves behind, and does not wait for it', async () => {
    const { output } = await run({ command: '(sleep 600; touch late) & echo $!' });
    await until(() => !isRunning(Number(output)));
  });

  it.each([
    ['a session of its own', "setsid sh -c 'echo $$ > pid; exec sleep 600'"],
    ['another parent', "(setsid sh -c '(echo $$ > pid; exec sleep 600) &' &)"],
    ['no pipe to us', "setsid sh -c 'echo $$ > pid; exec sleep 600' > /dev/null 2>&1"],
  ])('ends a process that forked, detached and has %s', async (_, detached) => {
    await run({ command: `${detached} & while [ ! -s pid ]; do sleep 0.01; done` });
    const pid = Number(readFileSync(join(root, 'pid'), 'utf8'));
    await until(() => !isRunning(pid));
  });

  it('ends what detached when the time is over, also under a call around it', async () => {
    const env = { ...process.env, CTX_TOOL_CALL: 'outer' };
    const command = "setsid sh -c 'echo $CTX_TOOL_CALL; echo $$ > pid; exec sleep 600' & sleep 600";
    const { output, pid } = await untilOutOfTime(command, env);
    expect(output).toMatch(/^outer:[0-9a-f]{16}\n\[stopped after \d+ ms\]$/);
    await until(() => !isRunning(pid));
  });

  it('acknowledges a stop by ending its whole group', async () => {
    const stop = new AbortController();
    const pids = join(root, 'pids');
    const running = run(
      { command: 'sleep 600 & echo $! $$ > pids.tmp; mv pids.tmp pids; wait' },
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
    const running = run({ command }, stop.signal, undefined, kill.signal);
    await until(() => existsSync(join(root, 'ready')));
    stop.abort();
    kill.abort();
    expect((await running).output).toContain('[ended by SIGKILL]');
    expect((await run({ command: 'sleep 60' }, AbortSignal.abort())).is_error).toBe(true);
  });

  it('says that it could not start where the workspace is gone', async () => {
    rmSync(root, { recursive: true });
    expect(await run({ command: 'true' })).toMatchObject({ is_error: true });
  });
});

function run(
  input: { readonly command: string; readonly timeout_ms?: number },
  signal = new AbortController().signal,
  env: Record<string, string | undefined> = process.env,
  kill = new AbortController().signal,
) {
  const options = { signal, kill, judge: () => ({ allowed: true }) as const, guarded: false };
  return bashTool(root, env).run(input, options);
}

/** Runs a command until its time is over, with so much of it that the command has written its file `pid` by then. */
function untilOutOfTime(command: string, env: Record<string, string | undefined> = process.env) {
  return withEnoughTime(
    async (timeout_ms) => {
      put('pid', '');
      const { output } = await run({ command, timeout_ms }, undefined, env);
      return { output, pid: Number(readFileSync(join(root, 'pid'), 'utf8')) };
    },
    ({ pid }) => pid > 0,
  );
}

function put(path: string, text: string): void {
  writeFiles(root, { [path]: text });
}
