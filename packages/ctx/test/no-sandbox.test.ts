// Runs that want a sandbox where none can be had, through the built program.

import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtFolder, runBuilt, runFile } from './built.js';
import { temporaryFolder } from './folder.js';
import { onTerminal } from './on-terminal.js';
import { bash, only, project, recordsIn, run, script } from './sandboxed-project.js';

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
      stderr: expect.stringContaining('gone`: it does not exist'),
    });
  });

  it.each([
    ['y', 0],
    ['n', 1],
  ])('a person at the terminal is asked once, and answers %j', async (said, exitCode) => {
    const { cwd, env } = project({ 's.json': script(bash('touch ran')) });
    const words = [...run, '--model', 'script:s.json', '--sandbox'];
    const PATH = failing('Failed to make / slave: Permission denied');
    const place = { cwd, home: env.HOME, env: { PATH } };
    const answer = await onTerminal(words, [['[y/N]', `${said}\n`]], place);
    expect(answer.exitCode).toBe(exitCode);
    expect(answer.shown).toContain('Run the tools without a sandbox, this once? [y/N]');
    expect(existsSync(join(cwd, 'ran'))).toBe(exitCode === 0);
    if (exitCode === 0)
      expect(only(recordsIn(cwd), 'run.opened')[0]).toMatchObject({
        fence: { sandbox: { backend: 'none' } },
      });
  });
});
