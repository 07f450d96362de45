// Taking what was imported out of the catalog again; the starter catalog stays.

import { fail } from '../protocol/codes.js';
import { nearest } from '../text/nearest.js';
import type { CatalogFiles } from './catalog-files.js';
import { readSource } from './read-source.js';
import { listSources, type Source, starterName } from './sources.js';
import { removeSource, writeSource } from './write-source.js';

/** An import by its name, or one entry of an import by its id. How many entries went. */
export async function removeFromCatalog(place: CatalogFiles, name: string): Promise<number> {
  const sources = await listSources(place);
  return name.includes(':') ? removeEntry(place, sources, name) : removeImport(place, sources, name);
}

function removeImport(place: CatalogFiles, sources: readonly Source[], name: string): number {
  if (name === starterName) throw kept(name);
  const source = sources.find((candidate) => candidate.name === name);
  if (source === undefined) {
    const known = sources.map((candidate) => candidate.name).filter((other) => other !== starterName);
    const near = nearest(name, known);
    throw fail('catalog_source_unknown', { operation: 'remove', target: name, known, nearest: near });
  }
  const entries = entriesOf(source);
  removeSource(place, name);
  return entries.length;
}

function removeEntry(place: CatalogFiles, sources: readonly Source[], id: string): number {
  for (const source of sources) {
    const entries = entriesOf(source);
    const others = entries.filter((entry) => entry.id !== id);
    if (others.length === entries.length) continue;
    if (source.name === starterName) throw kept(id);
    writeSource(place, source.name, others);
    return 1;
  }
  throw fail('catalog_entry_unknown', { operation: 'remove', target: id });
}

function entriesOf(source: Source) {
  return [...readSource(source, () => undefined)];
}

function kept(target: string) {
  return fail('catalog_starter_kept', { operation: 'remove', target });
}
