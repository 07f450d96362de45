// What was probably meant where a file, a folder, a session or a fleet is not there: a look at the names that are.

import { opendirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { Failure } from '../protocol/failure.js';
import { nearest } from '../text/nearest.js';

/** A folder with more names is not looked at to its end: the answer does not wait for a guess. */
const mostNames = 20_000;

/** The same failure, with the nearest name where one is near. */
export function withNearName(failure: Failure, cwd: () => string): Failure {
  const near = nearNameOf(failure, cwd);
  if (near === undefined) return failure;
  const { code, row, where, wordedAs } = failure;
  const told = { ...where, nearest: near };
  return new Failure(code, row, told, wordedAs);
}

function nearNameOf({ code, where }: Failure, cwd: () => string): string | undefined {
  if ('nearest' in where && where.nearest !== undefined) return undefined;
  switch (code) {
    case 'session_unknown':
      return isPath(where.target) ? nearPath(where.target, cwd) : nearId(where, '.jsonl');
    case 'fleet_unknown':
      return nearId(where, '.fleet.jsonl');
    default:
      return nearPath(where.target, cwd);
  }
}

function isPath(target: string): boolean {
  return target.includes('/') || target.endsWith('.jsonl');
}

function nearId(where: Failure['where'], ending: string): string | undefined {
  if (!('folder' in where) || typeof where.folder !== 'string') return undefined;
  const others = 'others' in where && Array.isArray(where.others) ? where.others.map(String) : [];
  const ids = [where.folder, ...others]
    .flatMap(namesIn)
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length));
  return nearest(where.target, ids) ?? withinId(where.target, ids);
}

/** The one id that has this inside, behind a dash: people know the beginning of the id that another agent gave its session. */
function withinId(part: string, ids: readonly string[]): string | undefined {
  const [only, ...more] = part.length < 3 ? [] : ids.filter((id) => id.includes(`-${part}`));
  return more.length === 0 ? only : undefined;
}

/** As the person would type it: below the folder that they are in, or whole. */
function nearPath(target: string, whereabouts: () => string): string | undefined {
  const cwd = folderOf(whereabouts);
  if (cwd === undefined) return undefined;
  const path = join(target.startsWith('/') ? '/' : cwd, target);
  const folder = dirname(path);
  const near = nearest(basename(path), namesIn(folder));
  if (near === undefined || near === basename(path)) return undefined;
  const below = relative(cwd, join(folder, near));
  return below.startsWith('..') ? join(folder, near) : below;
}

/** Nothing where it was deleted. */
function folderOf(cwd: () => string): string | undefined {
  try {
    return cwd();
  } catch {
    return undefined;
  }
}

/** Of a stranger's names only the plain ones: they stand in a sentence of ours. */
const isPlain = /^[\p{L}\p{N}._@+ -]{1,200}$/u;

function namesIn(folder: string): string[] {
  const names: string[] = [];
  try {
    const open = opendirSync(folder);
    try {
      for (let entry = open.readSync(); entry !== null && names.length < mostNames; entry = open.readSync())
        names.push(entry.name);
    } finally {
      open.closeSync();
    }
  } catch {
    // A guess that cannot be made is none: the failure itself is told either way.
  }
  return names.filter((name) => isPlain.test(name)).sort();
}
