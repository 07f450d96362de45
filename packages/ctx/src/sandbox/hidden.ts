// What the `hide` list and the names of secrets mean in one workspace: one answer for mounts and for the file tools.

import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isWithin } from '../disk/within.js';
import { pathMatcherOf } from '../files/path-glob.js';
import { isSystemError } from '../protocol/failure.js';
import { entryAt } from './entry.js';
import { sampleNames, secretNames } from './rules.js';
import { searchOver } from './search.js';
import { trackedIn } from './tracked.js';

export interface HiddenPaths {
  readonly files: readonly string[];
  readonly folders: readonly string[];
  /** Git's folders, or the files that stand for them, at any depth. */
  readonly gits: readonly string[];
}

export interface Hidden {
  /** What there is to hide just now, as real paths. */
  find(): HiddenPaths;
  /** Whether a real path is hidden, or lies in what is. */
  hides(path: string): boolean;
  /** Entries of `hide` that name a path where nothing is. */
  readonly idle: readonly string[];
}

/** `shown` are paths that a person wants to be seen although their names look like those of secrets. */
export function hiddenIn(workspace: string, hide: readonly string[], shown: readonly string[]): Hidden {
  const literals = hide.filter(isLiteral).map((entry) => ({ entry, path: pathOf(workspace, entry) }));
  const isWanted = matcherOfAny(hide.filter((entry) => !entry.includes('/') || !isLiteral(entry)));
  const isSecretName = matcherOfAny(secretNames);
  const isSample = matcherOfAny(sampleNames);
  const isTracked = trackedIn(workspace);
  const looksSecret = (way: string) => isSecretName(way) && !isSample(way);
  const wayTo = (path: string) => relative(workspace, path).split(sep).join('/');
  const isHit = (path: string) => {
    const way = wayTo(path);
    return isWanted(way) || (looksSecret(way) && !shown.includes(path) && !isTracked(path));
  };
  const search = searchOver(workspace, (path) => isWanted(wayTo(path)) || looksSecret(wayTo(path)));

  return {
    find() {
      const { candidates, gits } = search();
      const hits = [...literals.map(({ path }) => path), ...candidates.filter(isHit)];
      return { ...divided(new Set(hits.flatMap(realOf))), gits };
    },
    hides(path) {
      if (literals.some((literal) => isWithin(literal.path, path))) return true;
      if (!isWithin(workspace, path)) return false;
      for (let at = path; at !== workspace; at = dirname(at)) if (isHit(at)) return true;
      return false;
    },
    idle: literals.filter(({ path }) => realOf(path).length === 0).map(({ entry }) => entry),
  };
}

/** An entry without wildcards and with a slash is one path; any other is a pattern on what is below the workspace. */
function isLiteral(entry: string): boolean {
  return !/[*?[{]/.test(entry);
}

function pathOf(workspace: string, entry: string): string {
  const plain = entry.replace(/\/+$/, '');
  return plain.startsWith('~/') ? join(homedir(), plain.slice(2)) : resolve(workspace, plain);
}

function matcherOfAny(patterns: readonly string[]): (way: string) => boolean {
  const matchers = patterns.map((pattern) => pathMatcherOf(pattern.replace(/\/+$/, '')));
  return (way) => matchers.some((matches) => matches(way));
}

/** A link hides what it leads to. */
function realOf(path: string): string[] {
  try {
    return [realpathSync(path)];
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP')) return [];
    throw error;
  }
}

function divided(paths: Iterable<string>): Omit<HiddenPaths, 'gits'> {
  const files: string[] = [];
  const folders: string[] = [];
  for (const path of paths) {
    const entry = entryAt(path);
    if (entry !== undefined) (entry.isDirectory() ? folders : files).push(path);
  }
  return { files, folders };
}
