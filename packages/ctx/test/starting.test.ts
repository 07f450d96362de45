// How people start a run: a prompt in words, with stdin behind it, or more for the newest session.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { builtFolder } from './built.js';
import { temporaryFolder } from './folder.js';
import { runCtx } from './in-process.js';
import { until } from './processes.js';
import { jsonOf, scriptedFolder } from './scripted.js';

const env = { CTX_MODEL: 'script:echo' };

function outputOf({ data }: { readonly data?: Readonly<Record<string, unknown>> | undefined }): unknown {
  const runs: { turns: { output: string }[] }[] = Object(data)['runs'] ?? [];
  return runs.at(-1)?.turns.at(-1)?.output;
}

describe('a prompt', () => {
  it.each([
    ['as the first word', ['fix the failing test']],
    ['behind flags', ['--model', 'script:echo', 'fix the failing test']],
    ['as the argument of run', ['run', 'fix the failing test']],
    ['by -p', ['-p', 'fix the failing test']],
    ['by -p of run', ['run', '-p', 'fix the failing test']],
  ])('%s is run', async (_, words) => {
    const answer = await jsonOf(words, { cwd: temporaryFolder(), env });
    expect(outputOf(answer)).toBe('fix the failing test');
  });

  it('of one word, or close to a command, is never guessed: it is an unknown command, or the file of a config', async () => {
    const cwd = temporaryFolder();
    expect((await jsonOf(['lst-sessions'], { cwd, env })).error).toMatchObject({ code: 'command_unknown' });
    expect((await jsonOf(['list sessions'], { cwd, env })).error).toMatchObject({
      code: 'command_unknown',
      hint: 'Did you mean `ctx list-sessions`?',
    });
    expect(outputOf(await jsonOf(['fix it'], { cwd, env }))).toBe('fix it');
    expect((await jsonOf(['run', 'hello'], { cwd, env })).error).toMatchObject({ code: 'file_not_found' });
    expect(outputOf(await jsonOf(['run', '-p', 'hello'], { cwd, env }))).toBe('hello');
  });

  it('that is empty is refused, and so are two of them', async () => {
    const cwd = temporaryFolder();
    for (const words of [
      ['run', '-p', ''],
      ['-p', ' \n'],
      ['run', ' \t '],
    ])
      expect((await jsonOf(words, { cwd, env })).error).toMatchObject({ code: 'prompt_empty' });
    const both = await jsonOf(['run', 'one prompt', '-p', 'another'], { cwd, env });
    expect(both.error).toMatchObject({ code: 'flags_contradict' });
  });

  it('is the name of a config where a file is called so', async () => {
    const runs = [{ run_id: 'r1', task: 'From the config.' }];
    const cwd = temporaryFolder({ 'my session.yaml': JSON.stringify({ runs }) });
    expect(outputOf(await jsonOf(['run', 'my session.yaml'], { cwd, env }))).toBe('From the config.');
  });
});

describe('stdin', () => {
  const program = join(builtFolder(), 'ctx.cjs');
  const started = (
    words: readonly string[],
    options: { input?: string; stdio?: 'ignore'; shell?: string },
  ) => {
    const cwd = temporaryFolder({
      'in.txt': 'from the file\n',
      's.yaml': '{"runs":[{"run_id":"r1","task":"Config."}]}',
    });
    const line = [process.execPath, program, ...words, '--output-format', 'json'];
    const quoted = line.map((word) => `'${word}'`).join(' ');
    const { stdout } = spawnSync('sh', ['-c', (options.shell ?? '%').replace('%', quoted)], {
      cwd,
      env: { ...env, HOME: cwd, PATH: process.env['PATH'] ?? '' },
      encoding: 'utf8',
      ...(options.stdio === undefined ? {} : { stdio: ['ignore', 'pipe', 'pipe'] as const }),
    });
    return JSON.parse(stdout);
  };

  it.each([
    ['a pipe is joined', ['review this'], 'echo changed | %', 'review this\n\nchanged'],
    ['a file is joined', ['review this'], '% < in.txt', 'review this\n\nfrom the file'],
    ['an empty pipe adds nothing', ['review this'], 'true | %', 'review this'],
    ['/dev/null adds nothing', ['review this'], '% < /dev/null', 'review this'],
    ['a closed one adds nothing', ['review this'], '% <&-', 'review this'],
    ['- is the prompt itself', ['run', '-'], 'echo from stdin | %', 'from stdin'],
    ['--no-stdin leaves it alone', ['review this', '--no-stdin'], 'echo changed | %', 'review this'],
    ['a config reads none', ['run', 's.yaml'], 'echo changed | %', 'Config.'],
  ])('%s', (_, words, shell, expected) => {
    expect(outputOf(started(words, { shell }))).toBe(expected);
  });

  it('that is a socket is never read', () => {
    // Node gives a child a socket where a pipe is asked for: nobody writes to it, and nobody closes it.
    const cwd = temporaryFolder();
    const parent = `const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ${JSON.stringify([program, 'review this', '--output-format', 'json'])}, { stdio: ['pipe', 'inherit', 'inherit'] });
      child.on('exit', (code) => process.exit(code));`;
    const { stdout } = spawnSync(process.execPath, ['-e', parent], {
      cwd,
      env: { ...env, HOME: cwd },
      encoding: 'utf8',
    });
    expect(outputOf(JSON.parse(stdout))).toBe('review this');
  });

  it('that nobody closes is waited for, and people are told so', async () => {
    const cwd = temporaryFolder();
    execFileSync('mkfifo', [join(cwd, 'pipe')]);
    // Both ends, so that opening it waits for nobody.
    const pipe = openSync(join(cwd, 'pipe'), 'r+');
    onTestFinished(() => closeSync(pipe));
    const child = spawn(process.execPath, [program, 'review this'], {
      cwd,
      env: { ...env, HOME: cwd },
      stdio: [openSync(join(cwd, 'pipe'), constants.O_RDONLY | constants.O_NONBLOCK), 'pipe', 'pipe'],
    });
    let said = '';
    let answer = '';
    child.stderr?.on('data', (piece) => (said += piece));
    child.stdout?.on('data', (piece) => (answer += piece));
    await until(() => said.includes('waiting for the end of stdin (--no-stdin runs without it)'));
    child.kill();
    expect(await new Promise((resolve) => child.on('exit', (_, signal) => resolve(signal)))).toBe('SIGTERM');
    expect(answer).toBe('');
  });

  it('that never ends or is no text is refused, and nothing is run', () => {
    expect(started(['review this'], { shell: 'yes | %' }).error).toMatchObject({ code: 'text_too_large' });
    expect(started(['review this'], { shell: "printf '\\377' | %" }).error).toMatchObject({
      code: 'text_not_plain',
    });
    expect(started(['run', '-'], { shell: 'true | %' }).error).toMatchObject({ code: 'prompt_empty' });
  });
});

describe('-c', () => {
  it('goes on with the newest session', async () => {
    const cwd = temporaryFolder();
    const first = await jsonOf(['do one thing', '--session-id', 's'], { cwd, env });
    const more = await jsonOf(['-c', 'now the docs'], { cwd, env });
    expect(more.data?.['path']).toBe(first.data?.['path']);
    expect(outputOf(more)).toBe('now the docs');
  });

  it('takes one word for a prompt, unless it is a file, looks like one, or is the name of a command', async () => {
    const cwd = temporaryFolder({ Makefile: '', 'my notes': '' });
    await jsonOf(['do one thing', '--session-id', 's'], { cwd, env });
    expect(outputOf(await jsonOf(['-c', 'more'], { cwd, env }))).toBe('more');
    for (const [word, shown] of [
      ['Makefile', 'Makefile'],
      ['more.yaml', 'more.yaml'],
      ['report', 'report'],
      ['my notes', "'my notes'"],
    ] as const)
      expect((await jsonOf(['-c', word], { cwd, env })).error).toMatchObject({
        code: 'flags_contradict',
        target: '--continue',
        hint: expect.stringContaining(`ctx --continue -p ${shown}\``),
      });
    expect((await jsonOf(['-c', ''], { cwd, env })).error).toMatchObject({ code: 'prompt_empty' });
    expect(outputOf(await jsonOf(['-c', '-p', 'report'], { cwd, env }))).toBe('report');
  });

  it('without a session says so, and with what only a new one can have is refused', async () => {
    const cwd = temporaryFolder();
    expect((await jsonOf(['-c', 'now the docs'], { cwd, env })).error).toMatchObject({
      code: 'session_none',
    });
    const other = await jsonOf(['-c', 'now the docs', '--workspace', '.'], { cwd, env });
    expect(other.error).toMatchObject({ code: 'flags_contradict', target: '--continue' });
  });
});

describe('ctx alone', () => {
  it('prints short help where no conversation can be had', async () => {
    const { stdout, exitCode } = await runCtx([]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('ctx "what you want done"');
    expect(stdout.split('\n').length).toBeLessThan(40);
  });

  it('stays the error of a missing command where JSON is asked for', async () => {
    expect(await jsonOf([], {})).toMatchObject({ exit_code: 1, error: { code: 'command_missing' } });
  });
});

it('a budget that the first call does not fit into says that nothing was spent', async () => {
  const cwd = scriptedFolder([{ say: 'Hi.' }]);
  const words = ['do one thing', '--model', 'script:s.yaml', '--max-tokens', '5'];
  const { error } = await jsonOf(words, { cwd });
  expect(error?.code).toBe('max_budget_reached');
  expect(error?.message).toContain('sent nothing');
});
