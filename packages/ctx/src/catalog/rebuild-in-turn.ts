// The index for who changed the catalog: it waits for others that build, takes up what each of them added, and fails where
// the index cannot be kept.

import { writeAtomically } from '../disk/atomic.js';
import { makeFolders } from '../disk/folders.js';
import { waitForLock } from '../disk/lock.js';
import { writeFailure } from '../disk/system-errors.js';
import { fail } from '../protocol/codes.js';
import { Failure } from '../protocol/failure.js';
import type { CatalogFiles } from './catalog-files.js';
import { type Built, buildIndex } from './index/build.js';
import { listSources } from './sources.js';

/** A large catalog takes seconds to build, and a dozen may want to. */
const patienceMs = 120_000;

export async function rebuildInTurn(place: CatalogFiles): Promise<Built> {
  try {
    makeFolders(place.folder, 0o700);
  } catch (error) {
    throw writeFailure(error, place.folder);
  }
  const attempt = await waitForLock(place.lock, patienceMs);
  if (!attempt.taken) {
    const { pid, since } = attempt.owner;
    throw fail('catalog_building', { operation: 'build', target: place.index, pid, since });
  }
  try {
    const built = await buildIndex(await listSources(place));
    writeAtomically(place.index, built.bytes, 0o600);
    return built;
  } finally {
    attempt.lock.release();
  }
}

/** After a change that is on the disk: a failure says so, because whoever asks next gets it. */
export async function rebuildAfterChange(place: CatalogFiles, changed: string): Promise<Built> {
  try {
    return await rebuildInTurn(place);
  } catch (error) {
    if (error instanceof Failure && error.code === 'catalog_building') throw error;
    const reason = error instanceof Failure ? `${error.code}: ${error.where.target}` : String(error);
    throw fail('catalog_unindexed', {
      operation: 'build',
      target: place.index,
      changed,
      reason,
      cause: error,
    });
  }
}
