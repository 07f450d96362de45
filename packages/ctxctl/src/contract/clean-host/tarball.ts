// What a tarball of npm may hold, and what must be in it.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isBelow } from './environment.js';

export interface TarballRules {
  /** The tarball, unpacked. */
  readonly folder: string;
  /** What was built and has to be there, relative to the package. */
  readonly built: readonly string[];
  /** Folders whose paths nothing may mention: the checkout, the clone. */
  readonly foreign: readonly string[];
  /** Names that have no business in it. */
  readonly never: RegExp;
}

interface Manifest {
  readonly files?: readonly string[];
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: unknown;
}

/** What npm packs whatever `files` says. */
const always = /^(package\.json|readme(\.\w+)?|licen[cs]e(\.\w+)?)$/i;
const sources = /(^|\/)(src|test|tests|__tests__|fixtures)\/|\.test\.|(?<!\.d)\.[cm]?ts$|\.tsx$/;

export function packedFiles(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => !statSync(join(folder, name)).isDirectory()).sort();
}

export function manifestOf(folder: string): Manifest & { readonly name: string; readonly version: string } {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/** One line for each thing that is wrong with the list of files. */
export function tarballProblems({ folder, built, foreign, never }: TarballRules): string[] {
  const files = packedFiles(folder);
  const manifest = manifestOf(folder);
  const declared = manifest.files ?? [];
  const allowed = (name: string) => always.test(name) || declared.some((entry) => isBelow(entry, name));
  return [
    ...built
      .filter((name) => !files.includes(name))
      .map((name) => `missing: ${name} was built and not packed`),
    ...targets(manifest)
      .filter((name) => !files.includes(name))
      .map((name) => `missing: ${name} is an entry point and not packed`),
    ...['README.md', 'LICENSE']
      .filter((name) => !files.includes(name))
      .map((name) => `missing: ${name}, which whoever installs it should be able to read`),
    ...files.filter((name) => !allowed(name)).map((name) => `outside \`files\`: ${name}`),
    ...files.filter((name) => sources.test(name)).map((name) => `a source or a test: ${name}`),
    ...files.filter((name) => never.test(name)).map((name) => `does not belong there: ${name}`),
    ...files.flatMap((name) => contentProblems(folder, name, foreign)),
  ];
}

function contentProblems(folder: string, name: string, foreign: readonly string[]): string[] {
  if (!/\.([cm]?js|json|map|md|[cm]?ts|ya?ml|txt)$/.test(name)) return [];
  const text = readFileSync(join(folder, name), 'utf8');
  const named = foreign.filter((path) => text.includes(path)).map((path) => `${name} mentions ${path}`);
  return name.endsWith('.map') && /"sources":\[[^\]]*"\//.test(text)
    ? [...named, `${name} maps to absolute paths`]
    : named;
}

/** Every file that `bin` and `exports` point at. */
function targets({ bin = {}, exports }: Manifest): string[] {
  return [...Object.values(bin), ...leaves(exports)].map((path) => path.replace(/^\.\//, ''));
}

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
}
