// Which of the packages that an ecosystem uses most are in no table of the scan, and not marked as none of its business.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { technologiesOf } from '../../packages/ctx/src/scan/tables/dependency-table.js';
import { nugetPackages } from '../../packages/ctx/src/scan/tables/dotnet.js';
import { goModules } from '../../packages/ctx/src/scan/tables/go.js';
import { mavenArtifacts } from '../../packages/ctx/src/scan/tables/jvm.js';
import { npmPackages } from '../../packages/ctx/src/scan/tables/npm.js';
import { composerPackages } from '../../packages/ctx/src/scan/tables/php.js';
import { pythonPackages } from '../../packages/ctx/src/scan/tables/python.js';
import { gems } from '../../packages/ctx/src/scan/tables/ruby.js';
import { crates } from '../../packages/ctx/src/scan/tables/rust.js';

const tables = {
  npm: npmPackages,
  pypi: pythonPackages,
  crates,
  go: goModules,
  gems,
  composer: composerPackages,
  maven: mavenArtifacts,
  nuget: nugetPackages,
};

export type Ecosystem = keyof typeof tables;

export const ecosystems: readonly Ecosystem[] = [
  'npm',
  'pypi',
  'crates',
  'go',
  'gems',
  'composer',
  'maven',
  'nuget',
];

/** A list of most used packages, as somebody counted them. */
export interface MostUsed {
  /** The public repository, the file and the commit that the names are from. */
  readonly origin: string;
  readonly file: string;
  readonly commit: string;
  /** What was counted. */
  readonly order: string;
  readonly packages: readonly string[];
}

export function mostUsed(ecosystem: Ecosystem): MostUsed {
  return JSON.parse(readFileSync(join(import.meta.dirname, `${ecosystem}.json`), 'utf8'));
}

/** Names that stand for no technology of the scan: somebody looked at each. */
export function notConcerning(ecosystem: Ecosystem): ReadonlySet<string> {
  const file = join(import.meta.dirname, 'not-concerning', `${ecosystem}.txt`);
  return new Set(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== ''),
  );
}

export function undecided(
  ecosystem: Ecosystem,
  marked: ReadonlySet<string> = notConcerning(ecosystem),
): string[] {
  return mostUsed(ecosystem).packages.filter((name) => !marked.has(name) && !isInTable(ecosystem, name));
}

/** Marked, and meanwhile in a table: the mark is wrong. */
export function contradicted(ecosystem: Ecosystem): string[] {
  return [...notConcerning(ecosystem)].filter((name) => isInTable(ecosystem, name));
}

function isInTable(ecosystem: Ecosystem, name: string): boolean {
  const plain = ecosystem === 'go' ? name.replace(/\/v\d+$/, '') : name;
  const known = ecosystem === 'pypi' ? plain.toLowerCase().replace(/[-_.]+/g, '-') : plain;
  return technologiesOf(tables[ecosystem], known).length > 0;
}
