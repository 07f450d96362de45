// One look at every path: which files have a reader, and how many files of each ending a folder has.

import { isSourceFile, languageOf, type Seen } from './languages.js';
import { isForeign } from './packages.js';
import type { ReadersOf } from './readers/index.js';

export interface Survey {
  /** Files to read, nearest the top first. */
  readonly wanted: readonly string[];
  readonly folders: ReadonlyMap<string, ReadonlyMap<string, Seen>>;
}

/** What somebody else wrote is left out: installed, vendored, or there to test something. */
export function survey(paths: readonly string[], readersOf: ReadersOf): Survey {
  const wanted: string[] = [];
  const folders = new Map<string, Map<string, Seen> | undefined>();
  let folder: string | undefined;
  let seen: Map<string, Seen> | undefined;
  for (const path of paths) {
    const slash = path.lastIndexOf('/');
    // Neighbours come one after the other: most paths have the folder of the one before.
    if (folder === undefined || slash !== folder.length || !path.startsWith(folder)) {
      folder = slash === -1 ? '' : path.slice(0, slash);
      if (!folders.has(folder)) folders.set(folder, isForeign(folder) ? undefined : new Map());
      seen = folders.get(folder);
    }
    if (seen === undefined) continue;
    const name = path.slice(slash + 1);
    if (readersOf(path, name).length > 0) wanted.push(path);
    count(seen, path, name);
  }
  const own = [...folders].flatMap(([name, languages]) =>
    languages === undefined ? [] : [[name, languages] as const],
  );
  return { wanted: nearestFirst(wanted), folders: new Map(own) };
}

function count(seen: Map<string, Seen>, path: string, name: string) {
  const dot = name.lastIndexOf('.');
  if (dot <= 0) return;
  const ending = name.slice(dot + 1);
  const language = languageOf(ending);
  if (language === undefined || !isSourceFile(name, dot)) return;
  const there = seen.get(language);
  if (there === undefined) seen.set(language, { language, ending, first: path, files: 1 });
  else {
    there.files++;
    if (path < there.first) [there.first, there.ending] = [path, ending];
  }
}

function nearestFirst(paths: string[]): string[] {
  const depths = new Map(paths.map((path) => [path, path.split('/').length]));
  return paths.sort((a, b) => (depths.get(a) ?? 0) - (depths.get(b) ?? 0) || (a < b ? -1 : 1));
}
