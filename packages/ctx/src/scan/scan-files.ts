// What a few files say by themselves, for those who look at a change and not at a whole repository.

import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type FoundTechnology, merge } from './found-technology.js';
import { type Notebook, newNotebook, openFile } from './open-file.js';
import { endingOf, type Readers, readersByPath } from './readers-by-path.js';

/** `paths` are relative to the root, with forward slashes. One that is not there, or that no reader wants, says nothing. */
export async function scanFiles(root: string, paths: readonly string[]): Promise<FoundTechnology[]> {
  const realRoot = realpathSync.native(root);
  const notebook = newNotebook();
  await readFiles(
    realRoot,
    paths,
    notebook,
    readersByPath(),
    (path) => statSync(join(realRoot, path), { throwIfNoEntry: false }) !== undefined,
  );
  return merge(notebook.sightings, notebook.known);
}

/** Lets the readers read theirs. */
export async function readFiles(
  realRoot: string,
  paths: readonly string[],
  notebook: Notebook,
  readers: Readers,
  has: (path: string) => boolean,
): Promise<void> {
  for (const path of paths) {
    const file = openFile(realRoot, path, notebook, has);
    for (const { load } of readers.of(path, file.name, endingOf(file.name))) await (await load())(file);
  }
}
