// The files of a workspace as they are now, kept so that they can be given back. What git has is left to git; whatever
// differs from its index, and what it does not track, is copied byte for byte. Neither index nor stash is touched.

import { readlinkSync } from 'node:fs';
import { readPlainFile } from '../disk/plain-file.js';
import { diskTrouble } from '../disk/system-errors.js';
import { headCommit } from '../git/head-commit.js';
import { type KeptFile, type KeptFiles, keepContent, keepList, keptList, keptTrees } from './kept-files.js';
import { type FileStamp, look, type WorkspacePlace } from './look.js';
import { type Tracked, trackedIn } from './tracked-files.js';

export interface Snapshot {
  readonly kind: 'git' | 'files';
  /** What `giveBack` knows it by. */
  readonly tree: string;
  /** The commit that was checked out. */
  readonly base: string | undefined;
  /** How much had to be copied. */
  readonly bytes: number;
  /** Files that were too large, or too many, to be copied, or not to be read: they cannot be given back. */
  readonly unkept: number;
}

/** Of files that git does not have: beyond this, an undo is not worth the wait before each turn. */
const largestFile = 1 << 23;
const mostBytes = 1 << 26;
const mostCopies = 2_000;

/** Nothing where the workspace has more files than are looked at. */
export function takeSnapshot(place: WorkspacePlace, folder: string): Snapshot | undefined {
  const tracked = trackedIn(place.root, place.home)();
  const { files, isTooLarge, found_by } = look(place, tracked);
  if (isTooLarge) return undefined;
  const [newest] = keptTrees(folder);
  const copies = copier(place.root, folder, newest === undefined ? undefined : keptList(folder, newest));
  const kept = new Map<string, KeptFile>();
  for (const path of [...files.keys()].sort()) {
    const seen = files.get(path);
    if (seen !== undefined)
      kept.set(path, { seen, content: inGit(tracked, path, seen) ?? copies.of(path, seen) });
  }
  const unkept = [...kept.values()].filter(({ content }) => content.in === 'nowhere').length;
  return {
    kind: found_by === 'git' ? 'git' : 'files',
    tree: keepList(folder, kept),
    base: tracked === undefined ? undefined : headCommit(place.root),
    bytes: copies.bytes(),
    unkept,
  };
}

/** A file is as git has it where size and time are those of the index, and older than it. */
export function inGit(
  tracked: Tracked | undefined,
  path: string,
  seen: FileStamp,
): KeptFile['content'] | undefined {
  const entry = tracked?.entries.get(path);
  if (tracked === undefined || entry === undefined || isLink(seen)) return undefined;
  const isSame = entry.size === seen.size && Math.abs(entry.modified - seen.modified) < 0.001;
  return isSame && seen.modified < tracked.written ? { in: 'git', id: entry.id } : undefined;
}

function copier(root: string, folder: string, before: KeptFiles | undefined) {
  let bytes = 0;
  let copies = 0;
  const isTooMuch = (size: number) => size > largestFile || bytes + size > mostBytes || copies >= mostCopies;
  return {
    bytes: () => bytes,
    of(path: string, seen: FileStamp): KeptFile['content'] {
      const earlier = before?.get(path);
      if (earlier?.content.in === 'kept' && isSameStamp(earlier.seen, seen)) return earlier.content;
      if (isTooMuch(seen.size)) return { in: 'nowhere' };
      const content = contentIn(`${root}/${path}`, seen);
      if (content === undefined) return { in: 'nowhere' };
      if (typeof content === 'string') return { in: 'link', to: content };
      bytes += seen.size;
      copies += 1;
      return { in: 'kept', digest: keepContent(folder, content) };
    },
  };
}

/** Nothing where it is gone again, or not for us to read; of a link, where it leads. */
function contentIn(path: string, seen: FileStamp): Buffer | string | undefined {
  try {
    return isLink(seen) ? readlinkSync(path) : readPlainFile(path, largestFile);
  } catch (error) {
    if (diskTrouble(error) !== undefined) return undefined;
    throw error;
  }
}

/** A time that is too fresh to tell is the reason for a digest. */
export function isSameStamp(one: FileStamp, other: FileStamp): boolean {
  const { size, mode, inode, modified, changed } = other;
  const isEqual = one.size === size && one.mode === mode && one.inode === inode;
  return isEqual && one.modified === modified && one.changed === changed && one.digest === undefined;
}

export function isLink({ mode }: FileStamp): boolean {
  return (mode & 0o170000) === 0o120000;
}
