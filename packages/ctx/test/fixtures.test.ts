// Every fixture is called and answers as it says: one that succeeds of each command through the built program, which shows
// that all it needs is in the build; the others in this process.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ctxctlProgram } from '../../ctxctl/test/repository.js';
import { clockFrom } from '../src/time/clock.js';
import { builtFolder, cleanEnvironment, type ProgramName, runBuilt } from './built.js';
import { envelopeOf } from './envelope.js';
import { fixturesOf } from './fixture-cases.js';
import { temporaryFolder } from './folder.js';
import { git } from './git.js';
import { ctxProgram, runIn } from './in-process.js';

const fixtures = [...fixturesOf('ctx'), ...fixturesOf('ctxctl')];

describe.each(fixtures)('$program $command', ({ program, file, command, cases }) => {
  const built = cases.find(({ exit_code }) => exit_code === 0) ?? cases[0];

  it.each(cases)('$says', async (fixture) => {
    const cwd = temporaryFolder(fixture.files);
    if (fixture.git) commitAll(cwd);
    if (fixture.ssh_key !== undefined)
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(cwd, fixture.ssh_key)]);
    const surroundings = { cwd, env: { HOME: temporaryFolder(), TMPDIR: temporaryFolder(), ...fixture.env } };
    for (const argv of fixture.before ?? []) await runInside(program, argv, surroundings);
    const run = fixture === built ? runBuilt : runInside;
    const answer = await run(program, [...fixture.argv, '--output-format', 'json'], surroundings);
    const envelope = envelopeOf(answer, join(builtFolder(program), 'schemas', `${file}.json`));
    const { exit_code, data, error, name, found, handled, loaded } = fixture;
    expect(envelope).toMatchObject(
      defined({ command, exit_code, data, error, name, found, handled, loaded }),
    );
    expect(answer.exitCode).toBe(exit_code);
  });
});

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
