// Whether a fixture answers as it says, called in a fresh folder with a fresh home.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ctxctlProgram } from '../../ctxctl/test/repository.js';
import { clockFrom } from '../src/time/clock.js';
import { builtFolder, cleanEnvironment, type ProgramName, runBuilt } from './built.js';
import { envelopeOf } from './envelope.js';
import type { Fixture } from './fixture-cases.js';
import { temporaryFolder } from './folder.js';
import { git } from './git.js';
import { ctxProgram, runIn } from './in-process.js';

export async function holds(
  { program, file, command }: Fixture,
  fixture: Fixture['cases'][number],
  isBuilt: boolean,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const cwd = temporaryFolder(fixture.files);
  if (fixture.git) commitAll(cwd);
  if (fixture.ssh_key !== undefined)
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(cwd, fixture.ssh_key)]);
  const own = { HOME: temporaryFolder(), TMPDIR: temporaryFolder() };
  const surroundings = { cwd, env: { ...own, ...fixture.env, ...env } };
  for (const argv of fixture.before ?? []) await runInside(program, argv, surroundings);
  const run = isBuilt ? runBuilt : runInside;
  const answer = await run(program, [...fixture.argv, '--output-format', 'json'], surroundings);
  const envelope = envelopeOf(answer, join(builtFolder(program), 'schemas', `${file}.json`));
  const { exit_code, data, error, name, found, handled, loaded } = fixture;
  expect(envelope).toMatchObject(defined({ command, exit_code, data, error, name, found, handled, loaded }));
  expect(answer.exitCode).toBe(exit_code);
}

function runInside(
  program: ProgramName,
  argv: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Record<string, string> & { readonly HOME: string } },
) {
  const outside = cleanEnvironment(env.HOME, env);
  const source = program === 'ctx' ? ctxProgram() : ctxctlProgram();
  return runIn(source, argv, { cwd, env: outside, clock: clockFrom(outside) });
}

function defined(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function commitAll(cwd: string): void {
  git(cwd, 'init', '--quiet');
  git(cwd, 'add', '--all');
  git(cwd, 'commit', '--quiet', '--message', 'the fixture');
}
