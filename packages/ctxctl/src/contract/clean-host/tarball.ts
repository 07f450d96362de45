// What is in a package's tarball, and what is wrong with it.

import { posix } from 'node:path';
import { type Manifest, NotPackage, parseManifest } from './manifest.js';
import { matchesAny, matchesPath } from './patterns.js';
import { readTarball, type TarEntry } from './tar.js';

export interface Packed {
  readonly manifest: Manifest;
  /** Path, relative to the package → content. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** What npm would leave out or refuse, a line each. */
  readonly odd: readonly string[];
}

export interface PackingRules {
  /** What has to be in it. */
  readonly has: readonly string[];
  /** What has no business in it. */
  readonly hasNot: readonly string[];
}

export function readPacked(tarball: string): Packed {
  const entries = readTarball(tarball);
  const files = new Map<string, Buffer>();
  const odd: string[] = [];
  for (const entry of entries.filter(({ kind }) => kind !== 'folder')) {
    const path = pathInside(entry);
    if (path === undefined) odd.push(`it leads out of the package: ${entry.path}`);
    else if (entry.kind !== 'file') odd.push(`it is not a regular file, so npm leaves it out: ${path}`);
    else files.set(path, entry.content);
  }
  const manifest = files.get('package.json');
  if (manifest === undefined) throw new NotPackage('it holds no package.json');
  return { manifest: parseManifest(manifest.toString()), files, odd };
}

/** Without the first folder, which may have any name; npm leaves that away, too. */
function pathInside({ path }: TarEntry): string | undefined {
  const parts = path.split('/').filter((part) => part !== '.' && part !== '');
  if (path.startsWith('/') || path.includes('\\') || parts.includes('..') || parts.length < 2)
    return undefined;
  return parts.slice(1).join('/');
}

/** One line for each thing that is wrong. */
export function packingProblems({ manifest, files, odd }: Packed, { has, hasNot }: PackingRules): string[] {
  const names = [...files.keys()];
  return [
    ...odd,
    ...targets(manifest)
      .filter((name) => !files.has(name))
      .map((name) => `missing: ${name} is an entry point and not packed`),
    ...has
      .filter((pattern) => !names.some((name) => matchesPath(pattern, name)))
      .map((pattern) => `missing: ${pattern}, which the contract wants`),
    ...names.filter((name) => matchesAny(hasNot, name)).map((name) => `does not belong there: ${name}`),
  ];
}

/** Every file that `bin` and `exports` point at. A pattern and a folder are no file. */
function targets({ programs, exports }: Manifest): string[] {
  const exported = leaves(exports).filter((path) => path.startsWith('./') && !/[*]|\/$/.test(path));
  return [...new Set([...Object.values(programs), ...exported].map((path) => posix.normalize(path)))];
}

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
}
