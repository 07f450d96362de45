// The steps that a contract's file describes, and the one that stands for a file that does not.

import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Broken } from '../clean-host/step.js';
import type { CommandConfig, ContractConfig, StepConfig } from './config.js';
import { type CommandFacts, type CommandResult, runCommand } from './run-command.js';
import { manifestOf, type PackageStep, type Subject } from './subject.js';

export function commandSteps({ commands, given = {}, steps = [] }: ContractConfig): PackageStep[] {
  const ofProject = Object.fromEntries(Object.entries(given).filter(([path]) => !path.startsWith('~/')));
  const plain: readonly StepConfig[] =
    commands === undefined
      ? []
      : [{ name: 'commands', proves: 'its programs do what they promise', given: ofProject, commands }];
  const described = [...plain, ...steps].map(stepOf);
  return described.length > 0 ? described : [answeringStep];
}

/** Files of the home, before any program can have made a link of its own there. */
export function writeGivenHome({ given = {} }: ContractConfig, home: string): void {
  const ofHome = Object.entries(given).filter(([path]) => path.startsWith('~/'));
  writeTree(home, Object.fromEntries(ofHome.map(([path, text]) => [path.slice(2), text])));
}

function stepOf({ name, proves, look_at, slow, given = {}, commands }: StepConfig): PackageStep {
  return {
    name,
    proves,
    triage: look_at ?? 'run the same command by hand with --keep-temp',
    ...(slow === undefined ? {} : { slow }),
    needs: ['install'],
    async run(subject) {
      const project = freshProject(subject, name);
      writeTree(project, given);
      for (const { cwd = '.' } of commands) mkdirSync(join(project, cwd), { recursive: true });
      return { commands: await runInTurn(subject, project, commands) };
    },
  };
}

/** Made here and now: programs of an earlier step may have put a link in its place, which we would write through. */
function freshProject({ places }: Subject, name: string): string {
  const project = join(places.work, name);
  if (lstatSync(project, { throwIfNoEntry: false }) !== undefined)
    throw new Broken([`an earlier step made the folder of ${name}`]);
  mkdirSync(project);
  return project;
}

/** One after the other; the first that is wrong ends it, because the next may build on it. */
export async function runInTurn(
  subject: Subject,
  project: string,
  commands: readonly CommandConfig[],
): Promise<CommandFacts[]> {
  const facts: CommandFacts[] = [];
  for (const command of commands) {
    const result = await runCommand(subject, project, command);
    facts.push(result.facts);
    if (result.problems.length > 0) throw new Broken(result.problems, { commands: facts });
  }
  return facts;
}

const answeringStep: PackageStep = {
  name: 'programs',
  proves: 'each program answers --help or --version in time, and leaves nothing behind',
  triage: 'run the named program by hand; what it should do instead is said in a file, with --config',
  needs: ['install'],
  async run(subject) {
    const project = freshProject(subject, 'programs');
    const results: CommandResult[] = [];
    for (const program of Object.keys(manifestOf(subject).programs))
      results.push(await answering(subject, project, program));
    const facts = { commands: results.map((result) => result.facts) };
    const problems = results.flatMap((result) => result.problems);
    if (problems.length > 0) throw new Broken(problems, facts);
    return facts;
  },
};

/** Whichever of the two succeeds; if none does, what is wrong with the first. */
async function answering(subject: Subject, project: string, program: string): Promise<CommandResult> {
  const ask = (flag: string) => runCommand(subject, project, { run: [program, flag], writes: 'nothing' });
  const help = await ask('--help');
  if (help.problems.length === 0 || help.facts.exit === 0 || help.facts.exit === null) return help;
  const version = await ask('--version');
  return version.problems.length === 0 ? version : help;
}

export function writeTree(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}
