import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { clockFrom } from '../src/time/clock.js';
import { builtFolder, cleanEnvironment, type ProgramName, runBuilt } from './built.js';
import { envelopeOf } from './envelope.js';
import { fixturesOf } from './fixture-cases.js';
import { temporaryFolder } from './folder.js';
import { runCtx } from './in-process.js';

const fixtures = [...fixturesOf('ctx'), ...fixturesOf('ctxctl')];

describe.each(fixtures)('$program $command', ({ program, file, command, cases }) => {
  it.each(cases)('$says', async (fixture) => {
    const cwd = temporaryFolder(fixture.files);
    if (fixture.git) commitAll(cwd);
    const surroundings = { cwd, env: { HOME: temporaryFolder(), ...fixture.env } };
    for (const argv of fixture.before ?? []) await prepare(program, argv, surroundings);
    const answer = await runBuilt(program, [...fixture.argv, '--output-format', 'json'], surroundings);
    const envelope = envelopeOf(answer, join(builtFolder(program), 'schemas', `${file}.json`));
    const { exit_code, data, error, name, found, handled, loaded } = fixture;
    expect(envelope).toMatchObject(
      defined({ command, exit_code, data, error, name, found, handled, loaded }),
    );
    expect(answer.exitCode).toBe(exit_code);
  });
});

/** What comes first only sets the scene: ctx needs no process of its own for it. */
async function prepare(
  program: ProgramName,
  argv: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Record<string, string> & { readonly HOME: string } },
): Promise<void> {
  const outside = cleanEnvironment(env.HOME, env);
  if (program === 'ctx') await runCtx(argv, { cwd, env: outside, clock: clockFrom(outside) });
  else await runBuilt(program, argv, { cwd, env });
}

function defined(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function commitAll(cwd: string): void {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@localhost'];
  const git = (...words: readonly string[]) =>
    execFileSync('git', [...identity, ...words], { cwd, env: cleanEnvironment(temporaryFolder()) });
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'the fixture');
}
