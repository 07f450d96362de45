// The files that the index is made of: one JSON line an entry, one file an import.

import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolders } from '../disk/folders.js';
import { readFailure, writeFailure } from '../disk/system-errors.js';
import { fail } from '../protocol/codes.js';
import { isSystemError } from '../protocol/failure.js';
import type { Entry } from './entry.js';
import type { CatalogPlace } from './place.js';

export const starterName = 'starter';

export interface Source {
  readonly name: string;
  readonly file: string;
  readonly bytes: number;
  /** Changes whenever the content does. */
  readonly stamp: string;
}

/** Imports by name, the starter catalog last: what a user imported comes before what ships. */
export function listSources(place: CatalogPlace): Source[] {
  const imported = names(place.sources).map((name): Source => {
    const file = join(place.sources, `${name}.jsonl`);
    const { size, mtimeMs, ino } = statSync(file);
    return { name, file, bytes: size, stamp: `${size}-${mtimeMs}-${ino}` };
  });
  return [...imported, starterSource(place)];
}

function names(folder: string): string[] {
  try {
    const files = readdirSync(folder).filter((file) => file.endsWith('.jsonl') && !file.startsWith('.'));
    return files.map((file) => file.slice(0, -'.jsonl'.length)).sort();
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return [];
    throw readFailure(error, folder);
  }
}

function starterSource(place: CatalogPlace): Source {
  const entry = statSync(place.starter, { throwIfNoEntry: false });
  if (entry === undefined) {
    throw fail('package_incomplete', { operation: 'read', target: 'starter-catalog/entries.jsonl' });
  }
  const stamp = `${entry.size}-${place.starterVersion}`;
  return { name: starterName, file: place.starter, bytes: entry.size, stamp };
}

export interface Refusal {
  readonly item: string;
  readonly why: string;
}

/** One text for the state of all sources: an index with another one is out of date. */
export function stampOf(sources: readonly Source[]): string {
  return sources.map(({ name, stamp }) => `${name} ${stamp}`).join('\n');
}

/** Replaces what was imported under this name before. */
export async function writeSource(
  place: CatalogPlace,
  name: string,
  entries: readonly Entry[],
): Promise<void> {
  try {
    makeFolders(place.sources, 0o700);
  } catch (error) {
    throw writeFailure(error, place.sources);
  }
  const { writeAtomically } = await import('../disk/atomic.js');
  const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  writeAtomically(join(place.sources, `${name}.jsonl`), lines, 0o600);
}

export function removeSource(place: CatalogPlace, name: string): void {
  const file = join(place.sources, `${name}.jsonl`);
  try {
    rmSync(file);
  } catch (error) {
    throw writeFailure(error, file);
  }
}
