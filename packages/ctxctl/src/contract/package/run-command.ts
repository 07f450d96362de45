// One command of a contract's file: run as its user would, and held against everything that it has to be.

import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { sha256 } from '../../../../ctx/src/kit/digest.js';
import type { Child } from '../clean-host/child.js';
import { isBelow } from '../clean-host/environment.js';
import type { WatchedPlace } from '../clean-host/observed.js';
import { expectThat } from '../clean-host/step.js';
import type { CommandConfig } from './config.js';
import { fileProblems, textProblems } from './expectations.js';
import { leaksOf } from './leaks.js';
import { manifestOf, type Subject } from './subject.js';

export interface CommandResult {
  readonly problems: readonly string[];
  readonly facts: CommandFacts;
}

/** For the record: what was run, and what came of it. */
export interface CommandFacts {
  readonly run: string;
  readonly exit: number | null;
  readonly milliseconds: number;
  readonly stdout_sha256: string;
  readonly stderr_sha256: string;
}

const defaultSeconds = 10;

export async function runCommand(
  subject: Subject,
  project: string,
  command: CommandConfig,
): Promise<CommandResult> {
  const line = lineOf(command);
  const cwd = join(project, command.cwd ?? '.');
  expectThat(isFolderOf(project, cwd), `${line}: ${command.cwd} is not a folder of the project`);
  const leaks = leaksOf(subject, untouchedIn(subject, project, command));
  const start = performance.now();
  const child = await startCommand(subject, cwd, command);
  const milliseconds = Math.round(performance.now() - start);
  const problems = [...answerProblems(subject, project, command, child), ...leaks()];
  return {
    problems: problems.map((problem) => `${line}: ${problem}`),
    facts: {
      run: line,
      exit: child.exitCode,
      milliseconds,
      stdout_sha256: sha256(child.stdout),
      stderr_sha256: sha256(child.stderr),
    },
  };
}

/** A link that a command made may lead anywhere. */
function isFolderOf(project: string, cwd: string): boolean {
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
  return isBelow(realpathSync(project), realpathSync(cwd));
}

function startCommand(subject: Subject, cwd: string, command: CommandConfig): Promise<Child> {
  const { config, env } = subject;
  const [program = '', ...words] = typeof command.run === 'string' ? ['sh', '-c', command.run] : command.run;
  return subject.run(program, words, {
    cwd,
    env: { ...env, ...command.env },
    timeoutMs: secondsFor(subject, command) * 1000,
    network: (command.network ?? config.network) === 'allow',
    ...(command.stdin === undefined ? {} : { input: command.stdin }),
  });
}

function answerProblems(subject: Subject, project: string, command: CommandConfig, child: Child): string[] {
  if (child.timedOut) return [`did not end within ${secondsFor(subject, command)} s`];
  const of = manifestOf(subject);
  const { exit = 0, stdout, stderr, files = {} } = command;
  const right = typeof exit === 'number' ? [exit] : exit;
  return [
    ...(child.exitCode !== null && right.includes(child.exitCode)
      ? []
      : [`exit ${child.exitCode}, not ${right.join(' or ')}${lastWords(child)}`]),
    ...child.leftRunning.map((name) => `left a process running: ${name}`),
    ...textProblems('stdout', child.stdout, stdout, of),
    ...textProblems('stderr', child.stderr, stderr, of),
    ...Object.entries(files).flatMap(([name, wanted]) => fileProblems(project, name, wanted, of)),
  ];
}

function untouchedIn({ config }: Subject, project: string, { writes }: CommandConfig): WatchedPlace[] {
  if (writes === 'nothing') return [{ path: project }];
  return (config.must_not_touch ?? [])
    .filter((path) => !isAbsolute(path) && !path.startsWith('~/'))
    .map((path) => ({ path: join(project, path) }));
}

function secondsFor({ config }: Subject, { time_limit_seconds }: CommandConfig): number {
  return time_limit_seconds ?? config.time_limit_seconds ?? defaultSeconds;
}

export function lineOf({ run }: CommandConfig): string {
  return typeof run === 'string' ? run : run.join(' ');
}

/** The line that names the error where there is one; a stack comes after it, and says less. */
function lastWords({ stderr, stdout }: Child): string {
  const lines = (stderr.trim() || stdout.trim()).split('\n');
  const said = lines.find((line) => /error|cannot|fail/i.test(line)) ?? lines.at(-1) ?? '';
  return said === '' ? '' : `: ${said.trim().slice(0, 300)}`;
}
