// The clean host with what is under test on it: a package as its users get it, and what it promises.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CleanHost } from '../clean-host/host.js';
import { type Manifest, parseManifest } from '../clean-host/manifest.js';
import type { Step } from '../clean-host/step.js';
import type { ContractConfig } from './config.js';

export interface Subject extends CleanHost {
  readonly config: ContractConfig;
  /** npm uses its cache and nothing else. */
  readonly offline: boolean;
  /** One line for each thing that was written outside of the temporary root since the contract began. */
  strayed(): readonly string[];
}

export type PackageStep<S extends Subject = Subject> = Step<S>;

export function packedFolder({ places }: Subject): string {
  return join(places.root, 'packed');
}

export function tarballOf(subject: Subject): string {
  return join(packedFolder(subject), 'package.tgz');
}

/** Written by the step that has the tarball; programs cannot change it. */
export function manifestFile(subject: Subject): string {
  return join(packedFolder(subject), 'package.json');
}

export function manifestOf(subject: Subject): Manifest {
  return parseManifest(readFileSync(manifestFile(subject), 'utf8'));
}

/** Where npm put the package. */
export function installedPackage(subject: Subject): string {
  return join(subject.places.prefix, 'lib', 'node_modules', manifestOf(subject).name);
}
