// The files that the index is made of: one JSON line an entry, one file an import.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../protocol/codes.js';
import { isSystemError } from '../protocol/failure.js';
import type { CatalogFiles } from './catalog-files.js';

export const starterName = 'starter';

export interface Source {
  readonly name: string;
  readonly file: string;
  readonly bytes: number;
  /** Changes whenever the content does. */
  readonly stamp: string;
}

/** Imports by name, the starter catalog last: what a user imported comes before what ships. */
export async function listSources(place: CatalogFiles): Promise<Source[]> {
  const imported = (await names(place.sources)).flatMap((name): Source[] => {
    const file = join(place.sources, `${name}.jsonl`);
    const entry = statSync(file, { throwIfNoEntry: false });
    // Pipes and devices never end.
    if (!entry?.isFile()) return [];
    const { size, mtimeMs, ino } = entry;
    return [{ name, file, bytes: size, stamp: `${size}-${mtimeMs}-${ino}` }];
  });
  return [...imported, starterSource(place)];
}

async function names(folder: string): Promise<string[]> {
  try {
    const files = readdirSync(folder).filter((file) => file.endsWith('.jsonl') && !file.startsWith('.'));
    return files.map((file) => file.slice(0, -'.jsonl'.length)).sort();
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return [];
    const { readFailure } = await import('../disk/system-errors.js');
    throw readFailure(error, folder);
  }
}

function starterSource(place: CatalogFiles): Source {
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
