// A walk over a workspace that is taken before every command: folders that have not changed are not read again.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isSystemError } from '../protocol/failure.js';

interface Listing {
  readonly changed: bigint;
  readonly folders: readonly string[];
  readonly candidates: readonly string[];
  readonly git: boolean;
}

/** Installed code and git's own files would take long to look at. */
const unsearched: ReadonlySet<string> = new Set(['node_modules', '.git']);
/** A change within a file system's last tick may not show in its time. */
const tick = 1_000;

export function searchOver(workspace: string, isCandidate: (path: string) => boolean) {
  const seen = new Map<string, Listing>();

  function listed(folder: string): Listing | undefined {
    try {
      const changed = statSync(folder, { bigint: true }).mtimeNs;
      const before = seen.get(folder);
      if (before?.changed === changed) return before;
      const entries = readdirSync(folder, { withFileTypes: true });
      const candidates = new Set(entries.map(({ name }) => join(folder, name)).filter(isCandidate));
      const folders = entries
        .filter((entry) => entry.isDirectory() && !unsearched.has(entry.name))
        .map(({ name }) => join(folder, name))
        .filter((path) => !candidates.has(path));
      const git = entries.some(({ name }) => name === '.git');
      const listing = { changed, folders, candidates: [...candidates], git };
      if (changed < BigInt(Date.now() - tick) * 1_000_000n) seen.set(folder, listing);
      else seen.delete(folder);
      return listing;
    } catch (error) {
      // What we cannot list, a command of the same user cannot list either.
      if (isSystemError(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return undefined;
      throw error;
    }
  }

  return () => {
    const candidates: string[] = [];
    const gits: string[] = [];
    const left = [workspace];
    for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
      const listing = listed(folder);
      if (listing === undefined) continue;
      candidates.push(...listing.candidates);
      left.push(...listing.folders);
      if (listing.git) gits.push(join(folder, '.git'));
    }
    return { candidates, gits };
  };
}
