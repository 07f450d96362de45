// A program whose own files go away, or cannot be opened: it goes on, or it says so. It never ends with 0 and silence.

import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtFolder, copyProgram, runFile, runNode } from './built.js';
import { envelopeOf } from './envelope.js';
import { temporaryFolder } from './folder.js';
import { scriptOf } from './scripted.js';

const json = ['--output-format', 'json'];

describe('an upgrade during a run', () => {
  it.each([
    ['renames the program', (dist: string) => `mv ${dist} ${dist}.old`],
    ['removes the program', (dist: string) => `rm -r ${dist}`],
    [
      'puts another in its place',
      (dist: string) => `rm -r ${dist}; mkdir -p ${dist}; touch ${dist}/whole.gz`,
    ],
  ])('that %s leaves the run as it is', async (_, upgrade) => {
    const dist = ownProgram();
    const call = (tool: string, input: object) => ({ call: [{ tool, input }] });
    const script = scriptOf(
      call('bash', { command: upgrade(dist) }),
      // Each of these loads a file that no earlier step did.
      call('grep', { pattern: 'x' }),
      call('edit', { path: 's.yaml', old: 'nowhere', new: 'x' }),
      { say: 'Done.' },
    );
    const cwd = temporaryFolder({ 's.yaml': script });
    const run = ['run', '--task', 'Go.', '--model', 'script:s.yaml', '--no-sandbox'];
    const answer = await runNode([join(dist, 'ctx.cjs'), ...run, ...json], { cwd });
    expect(envelopeOf(answer).data).toMatchObject({
      totals: { tool_calls: 3 },
      runs: [{ stop_reason: 'completed' }],
    });
  });

  it('leaves a run that fails its words', async () => {
    const dist = ownProgram();
    const script = scriptOf({ call: [{ tool: 'bash', input: { command: `rm -r ${dist}` } }] });
    const cwd = temporaryFolder({ 's.yaml': script });
    const run = ['run', '--task', 'Go.', '--model', 'script:s.yaml', '--no-sandbox'];
    const answer = await runNode([join(dist, 'ctx.cjs'), ...run, ...json], { cwd });
    expect(envelopeOf(answer).error).toMatchObject({ code: 'model_error' });
    expect(answer.exitCode).toBe(1);
  });
});

describe('a program that lacks files', () => {
  it('answers from its copy of them', async () => {
    const dist = ownProgram();
    rmSync(join(dist, 'commands/version.cjs'));
    expect(envelopeOf(await runNode([join(dist, 'ctx.cjs'), 'version', ...json])).exit_code).toBe(0);
  });

  it.each(['kernel.cjs', 'commands/version.cjs'])('does the same for an empty %s', async (file) => {
    const dist = ownProgram();
    writeFileSync(join(dist, file), '');
    expect(envelopeOf(await runNode([join(dist, 'ctx.cjs'), 'version', ...json])).exit_code).toBe(0);
    rmSync(join(dist, 'whole.gz'));
    const { exitCode, stdout, stderr } = await runNode([join(dist, 'ctx.cjs'), 'version', ...json]);
    expect(exitCode).toBe(1);
    expect(stdout + stderr).toContain(file);
  });

  it('and that copy, says which', async () => {
    const dist = ownProgram();
    rmSync(join(dist, 'whole.gz'));
    rmSync(join(dist, 'commands/version.cjs'));
    const { error } = envelopeOf(await runNode([join(dist, 'ctx.cjs'), 'version', ...json]));
    expect(error).toMatchObject({ code: 'package_incomplete', target: 'commands/version.cjs' });
  });

  it.each([
    ['a failure of its own', ['nonsense'], { code: 'command_unknown', target: 'nonsense' }],
    ['a bug', ['version'], { code: 'package_incomplete', target: 'commands/version.cjs' }],
  ])('has words without its words: %s', async (_, argv, error) => {
    const dist = ownProgram();
    const others = readdirSync(dist).filter((name) => name !== 'ctx.cjs' && name !== 'kernel.cjs');
    for (const name of others) rmSync(join(dist, name), { recursive: true });
    const answer = await runNode([join(dist, 'ctx.cjs'), ...argv, ...json]);
    expect(envelopeOf(answer)).toMatchObject({ exit_code: 1, error });
    const said = await runNode([join(dist, 'ctx.cjs'), ...argv]);
    expect(said).toMatchObject({ exitCode: 1, stdout: '' });
    expect(said.stderr).toMatch(/^ctx: .+\.\n {2}→ .+\n$/);
  });
});

describe('a hook that lacks its files', () => {
  it.each([
    ['a tool is denied', 'PreToolUse', 2],
    ['any other event fails', 'UserPromptSubmit', 1],
  ])('says so when it is called as `ctx hook`: %s', async (_, event, exitCode) => {
    const dist = ownProgram();
    for (const name of readdirSync(dist).filter((file) => file !== 'ctx.cjs' && file !== 'kernel.cjs'))
      rmSync(join(dist, name), { recursive: true });
    const cwd = temporaryFolder({ '.context/config.yaml': '' });
    const answer = await runNode([join(dist, 'ctx.cjs'), 'hook', 'claude-code', event], { cwd });
    expect(answer).toMatchObject({ exitCode, stdout: '' });
    expect(answer.stderr).toMatch(/^ctx could not be loaded, .+\n$/);
  });
});

it('never ends with 0 and silence, however few files may be open', async () => {
  const ctx = join(builtFolder(), 'ctx.cjs');
  // Below some limit Node itself does not start; from another on everything works.
  const tries = `for n in $(seq 16 26); do (ulimit -n $n; "$0" "$1" list-sessions --output-format json; echo "exit $?") 2>&1; echo end; done`;
  const { stdout } = await runFile('bash', ['-c', tries, process.execPath, ctx], { cwd: temporaryFolder() });
  const answers = stdout.split('end\n').slice(0, -1);
  expect(answers).toHaveLength(11);
  for (const answer of answers) expect(answer).toMatch(/\S[\s\S]*exit \d+\n$/);
  for (const answer of answers.filter((text) => text.endsWith('exit 0\n')))
    expect(answer).toMatch(/^\{.*"exit_code":0.*\}\nexit 0\n$/);
  expect(answers.at(-1)).toContain('exit 0');
});

describe('surroundings in which nothing can be done', () => {
  it.each([['pad', 'add', 'x'], ['list-sessions'], ['run', '--task', 'x', '--model', 'script:s.yaml']])(
    'a working folder that was deleted is told of: %s',
    async (...argv) => {
      const cwd = temporaryFolder();
      const lost = join(cwd, 'lost');
      mkdirSync(lost);
      const gone = `cd "$0" && rmdir "$0" && exec "$@" ${json.join(' ')}`;
      const words = ['-c', gone, lost, process.execPath, join(builtFolder(), 'ctx.cjs'), ...argv];
      const { error } = envelopeOf(await runFile('bash', words, { cwd }));
      expect(error).toMatchObject({ code: 'working_folder_gone' });
    },
  );

  it('a home that is no folder gives each command one answer, and none a crash', async () => {
    const cwd = temporaryFolder();
    const env = { HOME: '/dev/null' };
    const codes: Record<string, unknown> = {};
    for (const argv of [
      ['init'],
      ['pad', 'add', 'x'],
      ['doctor'],
      ['trust', 'list'],
      ['hooks', 'list'],
      ['catalog', 'build'],
    ]) {
      const { error } = envelopeOf(
        await runNode([join(builtFolder(), 'ctx.cjs'), ...argv, ...json], { cwd, env }),
      );
      codes[argv.join(' ')] = error?.code;
    }
    expect(codes).toEqual({
      init: undefined,
      'pad add x': 'file_unreadable',
      doctor: 'unhealthy',
      'trust list': 'trust_unavailable',
      'hooks list': 'file_unreadable',
      'catalog build': 'file_unwritable',
    });
  });

  it.each(['1763337600000', '253402300800', '-1', '1e99', 'yesterday'])(
    'a time that is none is refused before anything is written: %s',
    async (epoch) => {
      const cwd = temporaryFolder({ '.context/config.yaml': '' });
      const env = { CTX_DETERMINISTIC: '1', SOURCE_DATE_EPOCH: epoch };
      const answer = await runNode([join(builtFolder(), 'ctx.cjs'), 'pad', 'add', 'x', ...json], {
        cwd,
        env,
      });
      expect(envelopeOf(answer).error).toMatchObject({ code: 'epoch_invalid', target: epoch });
      expect(readdirSync(join(cwd, '.context'))).toEqual(['config.yaml']);
    },
  );

  it.each(['true', 'yes', '2'])('CTX_DETERMINISTIC=%s is an error that names the variable', async (value) => {
    const cwd = temporaryFolder({ '.context/config.yaml': '' });
    const env = { CTX_DETERMINISTIC: value };
    const answer = await runNode([join(builtFolder(), 'ctx.cjs'), 'pad', 'add', 'x', ...json], { cwd, env });
    const { error } = envelopeOf(answer);
    expect(error).toMatchObject({ code: 'variable_invalid', target: 'CTX_DETERMINISTIC' });
    expect(error?.message).toBe(`CTX_DETERMINISTIC is "${value}", which is not 1 (on) or 0 (off).`);
    expect(readdirSync(join(cwd, '.context'))).toEqual(['config.yaml']);
  });
});

function ownProgram(): string {
  const dist = join(temporaryFolder(), 'dist');
  copyProgram(dist);
  return dist;
}
