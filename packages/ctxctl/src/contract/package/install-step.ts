import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Child } from '../clean-host/child.js';
import { isBelow } from '../clean-host/environment.js';
import { succeeded } from '../clean-host/host.js';
import { installScripts, runByInstall } from '../clean-host/install-scripts.js';
import { Broken, expectNone } from '../clean-host/step.js';
import { leaksOf } from './leaks.js';
import { npmComplaints } from './npm-complaints.js';
import { installedPackage, manifestOf, type PackageStep, type Subject, tarballOf } from './subject.js';

export interface Installing {
  /** Gets into npm's cache what an install without a network did not find there. */
  readonly fetchMissing?: (subject: Subject) => Promise<Child>;
  /** Scripts that are a fault besides those that npm runs. */
  readonly alsoRefused?: readonly string[];
}

export function installStep({ fetchMissing, alsoRefused = [] }: Installing): PackageStep {
  return {
    name: 'install',
    proves:
      'the tarball installs without a network into a fresh prefix, and no script of it does anything unasked',
    triage: 'look at `scripts`, `dependencies` and `bin` in the package.json of what is named',
    needs: ['pack'],
    async run(subject) {
      const { places, config } = subject;
      const leaks = leaksOf(subject);
      await install(subject, fetchMissing);
      const modules = join(places.prefix, 'lib', 'node_modules');
      const scripts = installScripts(modules, [...runByInstall, ...alsoRefused]);
      if (config.install?.scripts === 'run') await runScripts(subject);
      else expectNone(scripts.map((script) => `a package has an install script: ${script}`));
      expectNone([...programProblems(subject), ...leaks()]);
      const programs = Object.keys(manifestOf(subject).programs);
      return { programs, folder: installedPackage(subject), scripts };
    },
  };
}

async function install(subject: Subject, fetchMissing: Installing['fetchMissing']): Promise<void> {
  const timeoutMs = limitOf(subject);
  const words = ['install', '--global', '--offline', tarballOf(subject)];
  const first = await subject.npm(words, { timeoutMs });
  if (first.exitCode === 0) return;
  if (!/ENOTCACHED/.test(first.stderr) || subject.offline || fetchMissing === undefined)
    throw new Broken([`npm install failed: ${npmWords(first)}`]);
  const fetched = await fetchMissing(subject);
  if (fetched.exitCode !== 0) throw new Broken([`a dependency cannot be fetched: ${npmWords(fetched)}`]);
  const second = await subject.npm(words, { timeoutMs });
  if (second.exitCode !== 0) throw new Broken([`npm install failed: ${npmWords(second)}`]);
}

/** The packages' own scripts, as confined as their programs are: without a network, and without npm's cache. */
async function runScripts(subject: Subject): Promise<void> {
  const { places } = subject;
  const words = ['rebuild', '--global', '--foreground-scripts', '--ignore-scripts=false', '--cache'];
  const cache = join(places.work, 'npm-cache');
  const call = { writes: [], timeoutMs: limitOf(subject) };
  const { leftRunning } = await succeeded('an install script', subject.npm([...words, cache], call));
  expectNone(leftRunning.map((name) => `an install script left a process running: ${name}`));
}

function limitOf({ config }: Subject): number {
  return (config.install?.time_limit_seconds ?? 120) * 1000;
}

function programProblems(subject: Subject): string[] {
  const { places, config } = subject;
  const { programs } = manifestOf(subject);
  const wanted = (config.programs ?? []).filter((name) => !(name in programs));
  return [
    ...wanted.map((name) => `the package has no program ${name}`),
    ...Object.keys(programs).flatMap((name) => {
      const path = join(places.prefix, 'bin', name);
      if (statSync(path, { throwIfNoEntry: false }) === undefined)
        return [`the program ${name} was not installed`];
      const real = realpathSync(path);
      return isBelow(places.prefix, real) ? [] : [`the program ${name} is ${real}, outside of the prefix`];
    }),
  ];
}

function npmWords({ stderr, exitCode, timedOut }: Child): string {
  if (timedOut) return 'it did not end in time';
  return npmComplaints(stderr).slice(0, 3).join('; ') || `exit ${exitCode}`;
}
