import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtFolder, runBuilt, runFile } from './built.js';
import { envelopeOf } from './envelope.js';
import { programVersion } from './program-version.js';

const ctx = join(builtFolder(), 'ctx.cjs');
const json = ['--output-format', 'json'];

/** Runs the built program on a pseudo terminal; stdout and stderr come as one. */
function onTerminal(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const python = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))';
  return runFile('python3', ['-c', python, process.execPath, ctx, ...argv], {
    env: { TERM: 'xterm', ...env },
  });
}

describe('the built program', () => {
  it('prints results on stdout and errors on stderr', async () => {
    expect(await runBuilt('ctx', ['version'])).toEqual({
      exitCode: 0,
      stdout: `ctx ${programVersion}\n`,
      stderr: '',
    });
    expect(await runBuilt('ctx', ['verison'])).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'ctx: There is no command `verison`.\n  → Did you mean `ctx version`?\n',
    });
  });

  it.each([
    [['sysinfo', '--bogus', ...json]],
    [['--output-format=json', 'sysinfo', '--bogus']],
    [[...json, 'nonsense', '--', 'x']],
    [['--bogus', '--output-format=json']],
    [json],
  ])('honours the wish for JSON although %j cannot be parsed', async (argv) => {
    expect(envelopeOf(await runBuilt('ctx', argv))).toMatchObject({ exit_code: 1, error: { kind: 'parse' } });
  });

  it('speaks envelope 1.0 to older clients', async () => {
    const answer = await runBuilt('ctx', ['version', ...json, '--envelope-version', '1.0']);
    expect(answer).toEqual({
      exitCode: 0,
      stdout: `{"program":"ctx","version":"${programVersion}","type":"success","kind":"version"}\n`,
      stderr: '',
    });
  });

  it('has the time in UTC, or that of SOURCE_DATE_EPOCH in deterministic mode', async () => {
    const env = { TZ: 'Asia/Tokyo', CTX_DETERMINISTIC: '1', SOURCE_DATE_EPOCH: '1000000000' };
    expect(envelopeOf(await runBuilt('ctx', ['version', ...json], { env }))).toMatchObject({
      timestamp: '2001-09-09T01:46:40Z',
    });
  });
});

describe('colour', () => {
  it('is there on a terminal, also where NO_COLOR is set to nothing', async () => {
    expect((await onTerminal(['help'], { NO_COLOR: '' })).stdout).toContain(
      `\u001b[1mctx ${programVersion}\u001b[22m`,
    );
    expect((await onTerminal(['nonsense'])).stdout).toContain('\u001b[31mctx:\u001b[39m');
  });

  it.each([{ NO_COLOR: '1' }, { TERM: 'dumb' }])('is not there with %j', async (env) => {
    expect((await onTerminal(['nonsense'], env)).stdout).not.toContain('\u001b');
  });

  it('is never in JSON', async () => {
    expect((await onTerminal(['help', ...json])).stdout).not.toContain('\u001b');
  });
});
