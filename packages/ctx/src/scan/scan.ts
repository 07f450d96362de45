// A scan: list the files, let the readers read theirs, and put together what the repository is made of.

import { realpathSync, statSync } from 'node:fs';
import { fail } from '../protocol/codes.js';
import { isSystemError } from '../protocol/failure.js';
import { listFiles } from './file-list.js';
import { compare, type Finding, merge, type Note, type Sighting } from './finding.js';
import { countLanguages } from './languages.js';
import { type Notebook, openFile } from './open-file.js';
import { isAside, isForeign, packageOf } from './packages.js';
import { projectTypes } from './project-type.js';
import { readersByPath } from './readers/index.js';
import { type Technologies, technologies } from './technology.js';

export interface ScannedPackage {
  /** Its folder, '.' for the top. */
  readonly path: string;
  readonly name?: string;
  /** An example or a template: it says nothing about the repository as a whole. */
  readonly aside: boolean;
  readonly findings: readonly Finding[];
}

export interface Scan {
  readonly root: string;
  readonly files: { readonly count: number; readonly source: 'git' | 'walk' };
  readonly findings: readonly Finding[];
  readonly packages: readonly ScannedPackage[];
  readonly notes: readonly Note[];
}

/** More files of interest than this are not read: no person would look at the result. */
const mostRead = 10_000;

export async function scanRepository(root: string, home: string | undefined): Promise<Scan> {
  const realRoot = realFolder(root);
  const list = listFiles(realRoot, home);
  const notebook: Notebook = { sightings: [], notes: [...list.notes], packages: new Map() };
  const own = ownPaths(list.paths);
  await readAll(realRoot, own, notebook);
  const known = technologies();
  const sightings = withLanguages(own, notebook);
  const packages = packagesOf(sightings, notebook, known);
  const main = sightings.filter(({ evidence }) => !isAside(evidence.file));
  const whole = main.length === 0 ? sightings : main;
  const types = projectTypes(whole);
  return {
    root: realRoot,
    files: { count: list.paths.length, source: list.source },
    findings: merge([...whole, ...types], known),
    packages,
    notes: notebook.notes.sort((a, b) => compare(a.file, b.file) || compare(a.problem, b.problem)),
  };
}

function realFolder(root: string): string {
  try {
    const real = realpathSync.native(root);
    if (statSync(real).isDirectory()) return real;
  } catch (error) {
    if (
      !isSystemError(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE')
    )
      throw error;
  }
  throw fail('folder_missing', { operation: 'scan', target: root });
}

/** Without what somebody else wrote: installed, vendored, or there to test something. */
function ownPaths(paths: readonly string[]): readonly string[] {
  const foreign = new Map<string, boolean>();
  return paths.filter((path) => {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    let answer = foreign.get(folder);
    if (answer === undefined) {
      answer = isForeign(folder);
      foreign.set(folder, answer);
    }
    return !answer;
  });
}

async function readAll(root: string, paths: readonly string[], notebook: Notebook) {
  const readersOf = readersByPath();
  const wanted: string[] = [];
  for (const path of paths) {
    if (readersOf(path, path.slice(path.lastIndexOf('/') + 1)).length > 0) wanted.push(path);
  }
  wanted.sort((a, b) => a.split('/').length - b.split('/').length || compare(a, b));
  if (wanted.length > mostRead) {
    notebook.notes.push({
      file: '.',
      problem: `${wanted.length} files to read; the ${mostRead} nearest the top were`,
    });
  }
  let all: Set<string> | undefined;
  const has = (path: string) => {
    all ??= new Set(paths);
    return all.has(path);
  };
  for (const path of wanted.slice(0, mostRead)) {
    const file = openFile(root, path, notebook, has);
    for (const load of readersOf(path, file.name)) await (await load())(file);
  }
}

/** Languages are counted for each package, so that each shows its own. */
function withLanguages(paths: readonly string[], notebook: Notebook): Sighting[] {
  const counts = new Map<string, ReturnType<typeof countLanguages>>();
  const owner = packageOf(notebook.packages);
  for (const path of paths) {
    const slash = path.lastIndexOf('/');
    const folder = owner(slash === -1 ? '' : path.slice(0, slash));
    let count = counts.get(folder);
    if (count === undefined) {
      count = countLanguages();
      counts.set(folder, count);
    }
    count.add(path, path.slice(slash + 1));
  }
  return [...notebook.sightings, ...[...counts.values()].flatMap((count) => count.sightings())];
}

function packagesOf(
  sightings: readonly Sighting[],
  notebook: Notebook,
  known: Technologies,
): ScannedPackage[] {
  const owner = packageOf(notebook.packages);
  const groups = new Map<string, Sighting[]>([...notebook.packages.keys()].map((folder) => [folder, []]));
  for (const sighting of sightings) {
    const slash = sighting.evidence.file.lastIndexOf('/');
    const folder = owner(slash === -1 ? '' : sighting.evidence.file.slice(0, slash));
    groups.get(folder)?.push(sighting);
  }
  return [...groups]
    .sort(([a], [b]) => compare(a, b))
    .map(([folder, own]) => {
      const name = notebook.packages.get(folder);
      return {
        path: folder === '' ? '.' : folder,
        ...(name === undefined ? {} : { name }),
        aside: isAside(`${folder}/`),
        findings: merge([...own, ...projectTypes(own)], known),
      };
    });
}
