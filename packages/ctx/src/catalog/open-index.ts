// The index that a question is put to: the one on disk, or a new one where that is missing, old or broken.

import { statSync } from 'node:fs';
import { NotPlain, notPlainWords, openPlainFile } from '../disk/plain-file.js';
import { fail } from '../protocol/codes.js';
import { isSystemError } from '../protocol/failure.js';
import type { CatalogFiles } from './catalog-files.js';
import type { Built } from './index/build.js';
import { DamagedIndex, fileStorage, memoryStorage, openBytes } from './index/bytes.js';
import { type CatalogIndex, readIndex } from './index/read.js';
import { listSources, type Source, stampOf } from './sources.js';

export interface OpenedIndex {
  readonly index: CatalogIndex;
  /** What a user should know: the index was mended, is old, could not be kept. */
  readonly notes: readonly string[];
}

/** Up to so many bytes of sources an index is rebuilt on the spot; beyond, the old one answers and says so. */
const quickBytes = 8 << 20;

/** Puts a question to the index. Damage that only the question comes upon is mended, and the question put again. */
export async function askIndex<T>(
  place: CatalogFiles,
  question: (index: CatalogIndex) => T,
): Promise<{ readonly answer: T; readonly notes: readonly string[] }> {
  const { index, notes } = await openIndex(place);
  try {
    return { answer: question(index), notes };
  } catch (error) {
    if (!(error instanceof DamagedIndex)) throw error;
    const mended = inMemory(await rebuiltOrBuilt(place));
    return { answer: question(mended), notes: [...notes, `the index was rebuilt: ${error.message}`] };
  } finally {
    index.close();
  }
}

async function rebuiltOrBuilt(place: CatalogFiles): Promise<Built> {
  const sources = await listSources(place);
  const result = await rebuild(place, sources);
  return 'built' in result ? result.built : build(sources);
}

export async function openIndex(place: CatalogFiles): Promise<OpenedIndex> {
  const sources = await listSources(place);
  const found = openExisting(place);
  if ('index' in found && found.index.meta.stamp === stampOf(sources))
    return { index: found.index, notes: [] };
  const bytes = sources.reduce((sum, source) => sum + source.bytes, 0);
  if ('index' in found && bytes > quickBytes) {
    return {
      index: found.index,
      notes: ['the catalog changed since its index was built; run `ctx catalog build`'],
    };
  }
  const notes =
    'problem' in found && found.problem !== undefined ? [`the index was rebuilt: ${found.problem}`] : [];
  const rebuilt = await rebuild(place, sources);
  if ('built' in rebuilt) {
    if ('index' in found) found.index.close();
    return { index: inMemory(rebuilt.built), notes: [...notes, ...rebuilt.notes] };
  }
  const busy = `process ${rebuilt.owner.pid} is building the index`;
  if ('index' in found)
    return { index: found.index, notes: [`${busy}; this answer comes from the previous one`] };
  if (bytes <= quickBytes) return { index: inMemory(await build(sources)), notes: [...notes, busy] };
  const { pid, since } = rebuilt.owner;
  throw fail('catalog_building', { operation: 'read', target: place.index, pid, since });
}

/** Loaded only where an index has to be made: most calls find one. */
async function build(sources: readonly Source[]): Promise<Built> {
  const { buildIndex } = await import('./index/build.js');
  return buildIndex(sources);
}

function inMemory(built: Built): CatalogIndex {
  return readIndex(openBytes(memoryStorage(built.bytes)));
}

type Existing = { readonly index: CatalogIndex } | { readonly problem: string | undefined };

export function openExisting(place: CatalogFiles): Existing {
  let descriptor: number;
  try {
    // A pipe in its place does not hold the question up.
    descriptor = openPlainFile(place.index);
  } catch (error) {
    // A first use: nothing is wrong.
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return { problem: undefined };
    if (error instanceof NotPlain) return { problem: `it is not an index: ${notPlainWords[error.reason]}` };
    return { problem: 'it cannot be opened' };
  }
  const storage = fileStorage(descriptor);
  try {
    return { index: readIndex(openBytes(storage)) };
  } catch (error) {
    storage.close();
    if (error instanceof DamagedIndex) return { problem: error.message };
    if (isSystemError(error, 'EISDIR', 'EIO')) return { problem: 'it cannot be read' };
    throw error;
  }
}

export type Rebuilt =
  | { readonly built: Built; readonly notes: readonly string[] }
  | { readonly owner: { readonly pid: number; readonly since: string } };

/** Builds and writes the index under its lock. Where the folder cannot be written, the built one is still good. */
export async function rebuild(place: CatalogFiles, sources: readonly Source[]): Promise<Rebuilt> {
  const { makeFolders } = await import('../disk/folders.js');
  const { tryLock } = await import('../disk/lock.js');
  let attempt: ReturnType<typeof tryLock>;
  try {
    makeFolders(place.folder, 0o700);
    attempt = tryLock(place.lock);
  } catch {
    return {
      built: await build(sources),
      notes: [`${place.folder} cannot be written; the index was not kept`],
    };
  }
  if (!attempt.taken) return { owner: attempt.owner };
  try {
    const built = await build(sources);
    const { writeAtomically } = await import('../disk/atomic.js');
    try {
      writeAtomically(place.index, built.bytes, 0o600);
      return { built, notes: [] };
    } catch {
      return { built, notes: [`${place.index} cannot be written; the index was not kept`] };
    }
  } finally {
    attempt.lock.release();
  }
}

export function indexBytes(place: CatalogFiles): number {
  return statSync(place.index, { throwIfNoEntry: false })?.size ?? 0;
}
