import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { builtFolder, runFile, runNode } from './built.js';
import { envelopeOf } from './envelope.js';
import { fixtureProgram, startNode } from './fixture-program.js';
import { temporaryFolder } from './folder.js';

const json = ['--output-format', 'json'];
const fixture = fixtureProgram();
const ctx = join(builtFolder(), 'ctx.cjs');
const soon = { timeout: 250_000, interval: 5 };

describe.each([
  ['SIGINT', 130, 'interrupted'],
  ['SIGTERM', 143, 'terminated'],
  // A closed terminal, Ctrl-\\, a supervisor that restarts: none may leave a tool behind that nobody answers for.
  ['SIGHUP', 143, 'terminated'],
  ['SIGQUIT', 143, 'terminated'],
  ['SIGUSR2', 143, 'terminated'],
] as const)('%s', (signal, exitCode, code) => {
  async function waiting(format: readonly string[]) {
    const file = join(temporaryFolder(), 'never');
    const started = startNode([fixture, 'wait', file, ...format]);
    await vi.waitFor(() => expect(existsSync(`${file}.waiting`)).toBe(true), soon);
    started.child.kill(signal);
    return started.answer;
  }

  it(`while a command works ends it with one envelope and exit code ${exitCode}`, async () => {
    const answer = await waiting(json);
    expect(answer.exitCode).toBe(exitCode);
    expect(envelopeOf(answer)).toMatchObject({ command: 'wait', error: { kind: 'runtime', code } });
  });

  it('in text mode says so on stderr', async () => {
    const answer = await waiting([]);
    expect(answer).toMatchObject({ exitCode, stdout: '' });
    expect(answer.stderr).toMatch(/^ctx: (Interrupted|Terminated)\.\n$/);
  });

  it('lets a long command end in its own words, with the envelope as the last line of the stream', async () => {
    const started = startNode([fixture, 'stream', '--output-format', 'stream-json']);
    await vi.waitFor(() => expect(started.stdout()).toContain('{"step":2}\n'), soon);
    started.child.kill(signal);
    const answer = await started.answer;
    const lines = answer.stdout.trimEnd().split('\n');
    const envelope = envelopeOf({ ...answer, stdout: `${lines.at(-1)}\n` });
    expect(envelope).toMatchObject({ exit_code: exitCode, error: { code, details: { own_words: true } } });
    expect(lines.slice(0, -1)).toEqual(lines.slice(0, -1).map((_, i) => `{"step":${i + 1}}`));
  });
});

it.each([[json], [[]]])('what a library says on the console reaches nobody (%s)', async (format) => {
  const answer = await runNode([fixture, 'chat', ...format]);
  expect(answer).toMatchObject({ exitCode: 0, stderr: '' });
  if (format.length > 0) expect(envelopeOf(answer)).toMatchObject({ command: 'chat', data: {} });
  else expect(answer.stdout).toBe('done\n');
});

describe('an exception that nobody expected', () => {
  it.each(['throw', 'throw-later', 'reject-unseen', 'never'])(
    'gives one envelope and a stack in a file: %s',
    async (command) => {
      const home = temporaryFolder();
      const answer = await runNode([fixture, command, ...json], { env: { HOME: home } });
      const { error } = envelopeOf(answer);
      expect(error).toMatchObject({
        kind: 'unknown',
        code: 'internal_error',
        target: command,
        retryable: false,
      });
      expect(answer.stdout).not.toMatch(/secret of the code|\bat /);
      const file = /in (\/\S+\.log)/.exec(error?.hint ?? '')?.[1] ?? '';
      expect(file.startsWith(join(home, '.local/state/ctx/crashes'))).toBe(true);
      expect(readFileSync(file, 'utf8')).toMatch(
        command === 'never'
          ? /waits for something that never comes/
          : /TypeError: a secret of the code\n +at /,
      );
    },
  );

  it('in text mode is told on stderr without its stack', async () => {
    const answer = await runNode([fixture, 'throw']);
    expect(answer).toMatchObject({ exitCode: 1, stdout: '' });
    expect(answer.stderr).toMatch(
      /^ctx: ctx failed unexpectedly; this is a bug\.\n {2}→ The stack trace is in \S+\.log; please report it\.\n$/,
    );
  });

  it('gives one envelope although its stack can be written nowhere', async () => {
    const env = { HOME: '/dev/null', TMPDIR: '/dev/null' };
    const { error } = envelopeOf(await runNode([fixture, 'throw', ...json], { env }));
    expect(error).toMatchObject({
      code: 'internal_error',
      hint: expect.stringContaining('could not be written'),
    });
  });
});

describe('a reader that has gone away', () => {
  it.each([[['help']], [['help', ...json]], [['nonsense', ...json]]])(
    'ends the program quietly: %j',
    async (argv) => {
      const { child, answer } = startNode([ctx, ...argv]);
      child.stdout?.destroy();
      expect(await answer).toMatchObject({ stdout: '', stderr: '' });
    },
  );

  it('of the first line only, as head is, is served quietly', async () => {
    const answer = await runFile('bash', ['-c', `"${process.execPath}" "${ctx}" help | head -1`]);
    expect(answer).toEqual({ exitCode: 0, stdout: expect.stringMatching(/^ctx .*\n$/), stderr: '' });
  });

  it('stops a long command', async () => {
    const started = startNode([fixture, 'stream', '--output-format', 'stream-json']);
    await vi.waitFor(() => expect(started.stdout()).toContain('{"step":1}\n'), soon);
    started.child.stdout?.destroy();
    expect(await started.answer).toMatchObject({ exitCode: 130, stderr: '' });
  });
});

describe('a stdout that takes nothing', () => {
  it.each([[['help']], [['help', ...json]], [['sysinfo', ...json]]])(
    'is reported on stderr with exit code 1: %j',
    async (argv) => {
      const full = openSync('/dev/full', 'w');
      onTestFinished(() => closeSync(full));
      const answer = await startNode([ctx, ...argv], { stdout: full }).answer;
      expect(answer.exitCode).toBe(1);
      expect(answer.stderr).toMatch(
        /^ctx: The answer could not be written to stdout: the device is full\.\n/,
      );
      expect(answer.stderr).not.toMatch(/\n\s+at /);
    },
  );
});

describe('an answer that is larger than a pipe', () => {
  it('arrives whole', async () => {
    const folder = temporaryFolder();
    const answer = await runFile('bash', [
      '-c',
      `"${process.execPath}" "${ctx}" schema records ${json.join(' ')} | (read -r line; printf '%s\\n' "$line" > ${folder}/line); exit "\${PIPESTATUS[0]}"`,
    ]);
    expect(answer).toMatchObject({ exitCode: 0, stderr: '' });
    const line = readFileSync(join(folder, 'line'), 'utf8');
    expect(envelopeOf({ ...answer, stdout: line }).data).toMatchObject({ name: 'records' });
    rmSync(join(folder, 'line'));
  });
});
