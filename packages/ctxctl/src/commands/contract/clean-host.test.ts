import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository, runFile } from '../../../../ctx/test/built.js';
import { temporaryFolder } from '../../../../ctx/test/folder.js';
import { runIn } from '../../../../ctx/test/in-process.js';
import { ctxctlProgram, runCtxctl, testRepository } from '../../../test/repository.js';
import { ctxConfigFile, ctxSteps } from '../../contract/ctx/contract.js';
import { readContractConfig } from '../../contract/package/read-config.js';

/** With the file of ctx's own contract in its place. */
function ctxRepository(): string {
  return testRepository(undefined, {
    [ctxConfigFile]: readFileSync(join(repository, ctxConfigFile), 'utf8'),
  });
}

function call(words: readonly string[]) {
  const env = { PATH: process.env['PATH'] };
  return runIn(ctxctlProgram(), words, { cwd: ctxRepository(), env });
}

it('names its steps in the order of the contract', async () => {
  const { stdout } = await runCtxctl(['contract', 'clean-host', '--plan'], ctxRepository());
  const names = stdout.split('\n').map((line) => line.split(' ')[0]);
  expect(names.slice(0, -1)).toEqual(
    ctxSteps(readContractConfig(join(repository, ctxConfigFile), ctxConfigFile).config, repository).map(
      ({ name }) => name,
    ),
  );
});

it('runs one step and says how long it took, or with --output-format json its record', async () => {
  const words = ['contract', 'clean-host', '--only', 'environment'];
  const text = await call(words);
  expect(text.stderr).toMatch(/passed +environment +\d+\.\d s\n/);
  expect(text.stdout).toContain('The clean-host contract holds.');
  const json = await call([...words, '--output-format', 'json']);
  const { steps } = JSON.parse(json.stdout).data;
  expect(steps.find(({ name }: { name: string }) => name === 'environment').verdict).toBe('passed');
});

it('fails with the step, what is broken and what to look at', async () => {
  const { stderr, exitCode } = await call(['contract', 'clean-host', '--only', 'pack']);
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/FAILED +pack/);
  expect(stderr).toContain('ctxctl: The clean-host contract is broken at pack: git archive failed');
  expect(stderr).toContain('→ To look at it: look at `files`');
});

it('is what `scripts/clean-host-contract` starts, with --json for its records', async () => {
  const script = join(repository, 'scripts/clean-host-contract');
  const { stdout, exitCode } = await runFile(script, ['--json', '--run-live-claude']);
  expect(exitCode).toBe(1);
  expect(JSON.parse(stdout).error).toMatchObject({ code: 'live_claude_refused' });
});

it.each([
  ['a path that leads nowhere', '/nonexistent/claude'],
  ['a name that is not on PATH', 'no-such-program-anywhere'],
  ['a file that is no program', join(repository, 'package.json')],
])('refuses %s as --claude-bin before anything is built', async (_, program) => {
  const root = join(temporaryFolder(), 'root');
  const words = ['contract', 'clean-host', '--claude-bin', program, '--temp-root', root];
  const { stdout, exitCode } = await call([...words, '--output-format', 'json']);
  expect(exitCode).toBe(1);
  expect(JSON.parse(stdout).error).toMatchObject({ code: 'live_claude_missing', target: program });
  expect(existsSync(root)).toBe(false);
});

it('leaves a folder that was there where it is', async () => {
  const there = temporaryFolder();
  const { exitCode } = await call(['contract', 'clean-host', '--only', 'environment', '--temp-root', there]);
  expect(exitCode).toBe(0);
  expect(readdirSync(there)).toEqual([]);
});
