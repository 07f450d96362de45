// A catalog of a test's own, in a fresh folder, with a starter catalog of few entries.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogFiles } from '../src/catalog/catalog-files.js';
import { temporaryFolder } from './folder.js';

export interface SmallEntry {
  readonly id: string;
  readonly [key: string]: unknown;
}

/** An entry with everything that one must have. */
export function smallEntry(id: string, more: object = {}): SmallEntry {
  const name = id.split('/').at(-1) ?? id;
  return {
    id,
    kind: id.split(':')[0],
    name,
    summary: `Helps with ${name}.`,
    source: 'https://example.com',
    tags: [],
    ...more,
  };
}

export function jsonLines(entries: readonly object[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

export function smallCatalog(starter: readonly object[]): CatalogFiles {
  const folder = temporaryFolder({ 'starter.jsonl': jsonLines(starter) });
  return {
    folder: join(folder, 'catalog'),
    sources: join(folder, 'catalog/sources'),
    index: join(folder, 'catalog/index.bin'),
    lock: join(folder, 'catalog/index.lock'),
    starter: join(folder, 'starter.jsonl'),
    starterVersion: '1',
  };
}

export function changeStarter(place: CatalogFiles, starter: readonly object[]): void {
  writeFileSync(place.starter, jsonLines(starter));
}
