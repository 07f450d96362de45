// Keeping and dropping what was imported: one file an import.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../disk/atomic.js';
import { makeFolders } from '../disk/folders.js';
import { writeFailure } from '../disk/system-errors.js';
import type { CatalogFiles } from './catalog-files.js';
import type { Entry } from './entry.js';

/** Replaces what was imported under this name before. */
export function writeSource(place: CatalogFiles, name: string, entries: readonly Entry[]): void {
  try {
    makeFolders(place.sources, 0o700);
  } catch (error) {
    throw writeFailure(error, place.sources);
  }
  const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  writeAtomically(join(place.sources, `${name}.jsonl`), lines, 0o600);
}

export function removeSource(place: CatalogFiles, name: string): void {
  const file = join(place.sources, `${name}.jsonl`);
  try {
    rmSync(file);
  } catch (error) {
    throw writeFailure(error, file);
  }
}
