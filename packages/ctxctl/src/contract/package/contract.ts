// The clean-host contract: its steps in their order, on a host that is made for them and taken away again.

import { realpathSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { isThere, lockOwner, tryLock } from '../../../../ctx/src/kit/files.js';
import { type CleanHost, cleanHost } from '../clean-host/host.js';
import type { NpmShared } from '../clean-host/npm-shared.js';
import { changesBetween, look, type WatchedPlace } from '../clean-host/observed.js';
import { type Choice, runSteps } from '../clean-host/run-steps.js';
import type { StepRecord } from '../clean-host/step.js';
import { removeLeftRoots, temporaryRoot } from '../clean-host/temporary-root.js';
import { commandSteps, writeGivenHome } from './command-steps.js';
import type { ContractConfig } from './config.js';
import { environmentStep } from './environment-step.js';
import { installStep } from './install-step.js';
import { fetchDependencies, obtain, type PackageSource } from './obtain.js';
import { packStep } from './pack-step.js';
import type { PackageStep, Subject } from './subject.js';
import { uninstallStep } from './uninstall-step.js';

/** Names the process that works in a temporary root, so that a killed one's can be told. */
const ownerFile = '.owner.lock';

export interface Contract<S extends Subject> extends Choice {
  readonly config: ContractConfig;
  readonly steps: readonly PackageStep<S>[];
  /** What the steps need besides the clean host. */
  subject(host: Subject): S;
  readonly outside: Readonly<Record<string, string | undefined>>;
  /** Folders whose programs must not be found, and which must stay as they are. */
  readonly away: readonly WatchedPlace[];
  /** Homes of people that must stay as they are. */
  readonly homes: readonly string[];
  /** What is looked at in a home that the programs can see. */
  placesInHome(home: string, root: string): readonly WatchedPlace[];
  /** What the programs need to read, wherever it is. */
  readonly needed: readonly string[];
  /** Whether the programs are kept from the machine, where it can be done. */
  readonly confined: boolean;
  readonly shared: NpmShared;
  readonly offline: boolean;
  readonly tempRoot?: string | undefined;
  readonly keepTemp: boolean;
  readonly signal: AbortSignal;
  onRecord(record: StepRecord): void;
  /** Runs when all steps have, while everything is still there. */
  conclude?(host: Subject, steps: readonly StepRecord[]): Promise<void>;
}

export interface Outcome {
  readonly root: string;
  readonly kept: boolean;
  readonly confined: boolean;
  readonly steps: readonly StepRecord[];
}

/** The contract of any package that has programs. */
export function packageSteps(config: ContractConfig, source: PackageSource, asked: string): PackageStep[] {
  const obtained = async (subject: Subject) => {
    await obtain(subject, source, asked);
    return () => [];
  };
  return [
    packStep(obtained, {
      proves: 'the tarball is a package with programs, and holds everything that it names',
      triage: 'look at `files`, `bin` and `exports` in its package.json, and at `npm pack --dry-run`',
    }),
    installStep({ fetchMissing: (subject) => fetchDependencies(subject, asked) }),
    environmentStep([]),
    ...commandSteps(config),
    uninstallStep,
  ];
}

export async function runContract<S extends Subject>(contract: Contract<S>): Promise<Outcome> {
  const { config, away, offline, keepTemp, signal, outside, shared } = contract;
  removeLeftRoots((path) => isThere(join(path, ownerFile)) && lockOwner(join(path, ownerFile)) === undefined);
  const root = temporaryRoot(contract.tempRoot);
  // What somebody wants to look at, or named, is theirs.
  if (!keepTemp && contract.tempRoot === undefined) tryLock(join(root.path, ownerFile));
  try {
    const host = cleanHost({
      root: root.path,
      outside,
      away: away.map(({ path }) => path),
      shared,
      signal,
      ...(contract.confined
        ? { homes: { paths: contract.homes, needed: neededBy(contract, root.path) } }
        : {}),
    });
    writeGivenHome(config, host.places.home);
    const subject = { ...host, config, offline, strayed: strayedFrom(contract, host) };
    const steps = await runSteps(contract.steps, contract.subject(subject), contract, contract.onRecord);
    await contract.conclude?.(subject, steps);
    return { root: root.path, kept: keepTemp, confined: host.confinement !== undefined, steps };
  } finally {
    if (!keepTemp) root.remove();
  }
}

/** What is kept of a home is looked at as all of a home is that cannot be covered. */
function strayedFrom<S extends Subject>(
  { homes, away, placesInHome }: Contract<S>,
  { confinement, places }: CleanHost,
): () => string[] {
  const inHomes = homes
    .flatMap((home) => placesInHome(home, places.root))
    .filter(({ path }) => confinement?.covers(path) !== true);
  const watched = [...away, ...inHomes];
  const before = look(watched);
  return () => [...(confinement?.written() ?? []), ...changesBetween(before, look(watched))];
}

function neededBy<S extends Subject>({ needed, outside, shared, away }: Contract<S>, root: string): string[] {
  const node = dirname(dirname(realpathSync(process.execPath)));
  const path = (outside['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  return [root, node, shared.cache, ...path, ...away.map((place) => place.path), ...needed];
}

/** Where a program that ignores HOME would most likely leave something, a folder deep. */
export function likelyPlaces(home: string): WatchedPlace[] {
  const inside = ['', '.config', '.cache', '.local/share', '.local/state'];
  return inside.map((name) => ({ path: join(home, name), depth: 1 }));
}
