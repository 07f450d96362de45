// One look at every path: which files have a reader, and how many files of each ending a folder has.

import { copiedRepositories } from './copied-repositories.js';
import { isSourceFile, isTestFile, languageOf, runnerOf, type Seen } from './languages.js';
import { isForeign } from './packages.js';
import { endingOf, type Readers } from './readers-by-path.js';

export interface Survey {
  /** Files to read, nearest the top first; those that may turn out to be nothing come last. */
  readonly wanted: readonly string[];
  readonly folders: ReadonlyMap<string, ReadonlyMap<string, Seen>>;
}

/** Of the files that may turn out to be nothing, no more are opened. */
const mostMaybe = 1000;

/** What somebody else wrote is left out: installed, vendored, or there to test something. */
export function survey(paths: readonly string[], readers: Readers): Survey {
  const wanted: string[] = [];
  const maybe: string[] = [];
  const folders = new Map<string, Map<string, Seen> | undefined>();
  const copied = copiedRepositories(paths);
  const isCopied = (folder: string) => copied.some((other) => `${folder}/`.startsWith(other));
  // Neighbours come one after the other: most paths have the folder and the ending of the one before.
  let within = '/';
  let seen: Map<string, Seen> | undefined;
  let ending = '';
  let language: string | undefined;
  let mayRead = false;
  for (const path of paths) {
    if (!path.startsWith(within) || path.includes('/', within.length)) {
      within = path.slice(0, path.lastIndexOf('/') + 1);
      const folder = within.slice(0, -1);
      if (!folders.has(folder))
        folders.set(folder, isForeign(folder) || isCopied(folder) ? undefined : new Map());
      seen = folders.get(folder);
    }
    if (seen === undefined) continue;
    const name = path.slice(within.length);
    if (ending === '' || !name.endsWith(ending) || name.startsWith('Dockerfile.')) {
      ending = endingOf(name);
      language = languageOf(ending.slice(1));
      mayRead = readers.mayRead(ending);
    }
    const entries = mayRead ? readers.of(path, name, ending) : [];
    if (entries.length > 0) (entries.every(({ last }) => last) ? maybe : wanted).push(path);
    if (language === undefined || !isSourceFile(name, name.length - ending.length, path)) continue;
    count(isTestFile(name, language) ? besideTests(folders, within) : seen, language, ending, path);
    const runner = runnerOf(ending, name, within);
    if (runner !== undefined) count(seen, runner.name, runner.ending, path);
  }
  const own = [...folders].flatMap(([name, languages]) =>
    languages === undefined ? [] : [[name, languages] as const],
  );
  return {
    wanted: [...nearestFirst(wanted), ...nearestFirst(maybe).slice(0, mostMaybe)],
    folders: new Map(own),
  };
}

/** A test lies in a folder of tests, or has a name that puts it into one. */
function besideTests(folders: Map<string, Map<string, Seen> | undefined>, within: string): Map<string, Seen> {
  const folder = `${within}tests`;
  const there = folders.get(folder) ?? new Map<string, Seen>();
  folders.set(folder, there);
  return there;
}

function count(seen: Map<string, Seen>, language: string, ending: string, path: string) {
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
