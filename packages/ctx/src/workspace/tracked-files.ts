// What git tracks in a workspace, by its index; read again only when the index is another.

import { statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { TrackedPaths } from '../files/walk.js';
import { type IndexEntry, readGitEntries } from '../git/git-index.js';
import { gitFolder, repositoryTop } from '../git/repository.js';

export interface Tracked extends TrackedPaths {
  /** The top of the working tree. */
  readonly top: string;
  /** Where git keeps the index; nothing where the repository's own excludes do not count. */
  readonly metadata: string | undefined;
  /** By the path in the workspace. */
  readonly entries: ReadonlyMap<string, IndexEntry>;
  /** When the index was written, in milliseconds: a file of that moment or later may hold what git has not seen. */
  readonly written: number;
}

/** Nothing where the workspace is in no repository, its index cannot be read, or only git itself understands it: a walk finds the files then. */
export type TrackedReader = () => Tracked | undefined;

export function trackedIn(root: string, home: string | undefined): TrackedReader {
  let known: { readonly stamp: string; readonly tracked: Tracked | undefined } | undefined;
  return () => {
    try {
      const top = repositoryTop(root, home);
      const metadata = top === undefined ? undefined : gitFolder(top);
      if (top === undefined || metadata === undefined) return undefined;
      const index = statSync(join(metadata, 'index'), { throwIfNoEntry: false });
      const stamp = `${metadata} ${index?.ino} ${index?.size} ${index?.mtimeMs} ${index?.ctimeMs}`;
      if (known?.stamp !== stamp) known = { stamp, tracked: read(root, top, metadata, index?.mtimeMs ?? 0) };
      return known.tracked;
    } catch (error) {
      if (error instanceof Error && 'code' in error) return undefined;
      throw error;
    }
  };
}

function read(root: string, top: string, metadata: string, written: number): Tracked | undefined {
  const all = readGitEntries(join(metadata, 'index'));
  if (all === undefined) return undefined;
  const below = relative(top, root).split(sep).join('/');
  const prefix = below === '' ? '' : `${below}/`;
  const entries = new Map<string, IndexEntry>();
  for (const entry of all) {
    if (!entry.path.startsWith(prefix)) continue;
    const path = entry.path.slice(prefix.length);
    entries.set(path, entry);
  }
  const files = new Set(entries.keys());
  return { top, metadata, entries, written, files, folders: foldersOf(files) };
}

/** All folders on the way to these. */
export function foldersOf(files: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of files)
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  return folders;
}
