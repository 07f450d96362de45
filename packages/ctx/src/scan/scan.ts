// A scan: list the files, let the readers read theirs, and put together what the repository is made of.

import { realpathSync, statSync } from 'node:fs';
import { listFiles } from '../files/file-list.js';
import type { UnreadFile } from '../files/unread-file.js';
import { fail } from '../protocol/codes.js';
import { isSystemError } from '../protocol/failure.js';
import { compareTexts } from '../text/order.js';
import { withDeveloperLists } from './developer-lists.js';
import { type FoundTechnology, merge, type Sighting } from './found-technology.js';
import { languageSightings, type Seen } from './languages.js';
import { type Notebook, newNotebook } from './open-file.js';
import { ownFolders, writtenIn } from './own-folders.js';
import { folderOf, isAside, isTrial, packageOf } from './packages.js';
import { projectTypes } from './project-type.js';
import { type Readers, readersByPath } from './readers-by-path.js';
import { readFiles } from './scan-files.js';
import { type Survey, survey } from './survey.js';
import type { Technologies } from './technology.js';
import { withWholeTypes } from './whole-types.js';

export interface ScannedPackage {
  /** Its folder, '.' for the top. */
  readonly path: string;
  readonly name?: string;
  /** An example or a template: it says nothing about the repository as a whole. */
  readonly aside: boolean;
  readonly findings: readonly FoundTechnology[];
}

export interface Scan {
  readonly root: string;
  readonly files: { readonly count: number; readonly source: 'git' | 'walk' };
  readonly findings: readonly FoundTechnology[];
  readonly packages: readonly ScannedPackage[];
  readonly notes: readonly UnreadFile[];
}

/** More files of interest than this are not read: no person would look at the result. */
const mostRead = 10_000;

export async function scanRepository(root: string, home: string | undefined): Promise<Scan> {
  const realRoot = realFolder(root);
  const list = listFiles(realRoot, home);
  const notebook = newNotebook(list.notes);
  const readers = readersByPath();
  const { wanted, folders } = survey(list.paths, readers);
  await readAll(realRoot, wanted, list.paths, notebook, readers);
  const { known } = notebook;
  return {
    root: realRoot,
    files: { count: list.paths.length, source: list.source },
    findings: wholeOf(notebook, folders),
    packages: packagesOf(notebook, folders, known),
    notes: notebook.notes.sort((a, b) => compareTexts(a.file, b.file) || compareTexts(a.problem, b.problem)),
  };
}

/** Examples and templates say nothing about the whole, unless there is nothing else. */
function wholeOf(notebook: Notebook, folders: Survey['folders']): FoundTechnology[] {
  const { packages, known } = notebook;
  const sightings = withDeveloperLists(notebook.sightings, known);
  const own = ownFolders(folders, known);
  const main = writtenIn(own.languages, sightings).filter(
    ({ name, declared, evidence: { file } }) =>
      !isAside(file) &&
      !(own.testsAreData && isTrial(file)) &&
      !(declared === true && notebook.own.has(name) && known.categoryOf(name) === 'framework'),
  );
  const languages = languageSightings(own.languages);
  const all =
    main.length + languages.length === 0
      ? [...sightings, ...languageSightings(folders.values())]
      : [...main, ...languages];
  return merge(withWholeTypes(all, packages, known), known);
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

async function readAll(
  root: string,
  wanted: readonly string[],
  paths: readonly string[],
  notebook: Notebook,
  readers: Readers,
) {
  if (wanted.length > mostRead) {
    const problem = `${wanted.length} files to read; the ${mostRead} nearest the top were`;
    notebook.notes.push({ file: '.', problem });
  }
  let all: Set<string> | undefined;
  const has = (path: string) => {
    all ??= new Set(paths);
    return all.has(path);
  };
  await readFiles(root, wanted.slice(0, mostRead), notebook, readers, has);
}

/** Each package with its own findings; what lies below it belongs to it, up to the next package. */
function packagesOf(notebook: Notebook, folders: Survey['folders'], known: Technologies): ScannedPackage[] {
  const owner = packageOf(notebook.packages);
  const groups = new Map([...notebook.packages.keys()].map((folder) => [folder, emptyGroup()]));
  for (const sighting of withDeveloperLists(notebook.sightings, known)) {
    groups.get(owner(folderOf(sighting.evidence.file)))?.sightings.push(sighting);
  }
  for (const [folder, seen] of folders) groups.get(owner(folder))?.seen.push(seen);
  return [...groups]
    .sort(([a], [b]) => compareTexts(a, b))
    .map(([folder, { sightings, seen }]) => {
      const name = notebook.packages.get(folder);
      const own = [...sightings, ...languageSightings(seen)];
      return {
        path: folder === '' ? '.' : folder,
        ...(name === undefined ? {} : { name }),
        aside: isAside(`${folder}/`),
        findings: merge([...own, ...projectTypes(own)], known),
      };
    });
}

interface Group {
  readonly sightings: Sighting[];
  readonly seen: ReadonlyMap<string, Seen>[];
}

function emptyGroup(): Group {
  return { sightings: [], seen: [] };
}
