// One look at a workspace: which files it has, and what the file system says of each. Nothing in it is opened but what was
// written within the last moments, no link is followed, and no program of the repository runs.

import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { relative, sep } from 'node:path';
import { sha256 } from '../disk/digest.js';
import { readPlainFile } from '../disk/plain-file.js';
import { type WalkRules, walk } from '../files/walk.js';
import { mostFiles, tick } from './limits.js';
import type { Tracked } from './tracked-files.js';

export interface WorkspacePlace {
  readonly root: string;
  /** Whose ignore rules count besides those of the repository. */
  readonly home: string | undefined;
  /** Absolute paths that ctx itself writes to: neither they nor what lies beside them for the moment is looked at. */
  readonly own: readonly string[];
}

/** What the file system says of a file. */
export interface FileStamp {
  readonly size: number;
  readonly mode: number;
  readonly inode: number;
  readonly links: number;
  readonly modified: number;
  readonly changed: number;
  /** Of its content, where its times alone would not show the next change. */
  readonly digest?: string | undefined;
  /** It was written so lately that another change may have left the same times. */
  readonly isFresh?: true;
}

export interface Look {
  readonly files: Map<string, FileStamp>;
  readonly found_by: 'git' | 'walk';
  readonly isTooLarge: boolean;
  /** Folders that could not be listed: what is in them is unknown. */
  readonly unlisted: readonly string[];
}

const largestToRead = 1 << 20;
/** Of all files together: beyond it, times are all there is to go by. */
const mostToRead = 1 << 24;

export interface LookOptions {
  /** How many files are looked at. */
  readonly most?: number | undefined;
  /** Lists a folder; anew, unless somebody knows better. */
  readonly list?: WalkRules['list'];
}

export function look(
  place: WorkspacePlace,
  tracked: Tracked | undefined,
  before?: Look,
  { most = mostFiles, list }: LookOptions = {},
): Look {
  const { root, home, own } = place;
  const mine = own
    .map((path) => relative(root, path).split(sep).join('/'))
    .filter((path) => path !== '' && path !== '..' && !path.startsWith('../'));
  const {
    paths: found,
    limited,
    unlisted,
  } = walk(
    {
      root,
      top: tracked?.top ?? root,
      gitFolder: tracked?.metadata,
      home,
      tracked,
      list,
      skips: (path) => mine.some((one) => path === one || path.startsWith(`${one}.`)),
    },
    most,
  );
  const found_by = tracked === undefined ? 'walk' : 'git';
  if (limited) return { files: new Map(), found_by, isTooLarge: true, unlisted };
  const files = new Map<string, FileStamp>();
  const now = Date.now();
  const budget = { left: mostToRead };
  for (const path of found) {
    const seen = seenAt(root, path, now, before?.files.get(path), budget);
    if (seen !== undefined) files.set(path, seen);
  }
  return { files, found_by, isTooLarge: false, unlisted };
}

const quietly = { throwIfNoEntry: false } as const;

/** Nothing where there is no such file any more. */
export function seenAt(
  root: string,
  path: string,
  now: number,
  before?: FileStamp,
  budget = { left: largestToRead },
): FileStamp | undefined {
  const whole = `${root}/${path}`;
  let entry: Stats | undefined;
  try {
    entry = lstatSync(whole, quietly);
  } catch {
    return unasked;
  }
  if (entry === undefined) return path.includes('\ufffd') ? unasked : undefined;
  const isFresh = Math.max(entry.mtimeMs, entry.ctimeMs) > now - tick;
  if (isFresh || before?.isFresh === true)
    return { ...seenOf(entry), digest: contentOf(whole, entry, budget), ...(isFresh && { isFresh }) };
  return before !== undefined && isStill(before, entry) ? before : seenOf(entry);
}

function seenOf({ size, mode, ino, nlink, mtimeMs, ctimeMs }: Stats): FileStamp {
  return { size, mode, inode: ino, links: nlink, modified: mtimeMs, changed: ctimeMs };
}

/** Of nearly every file; to keep what was seen of it then spares the memory that another of the same would take. */
function isStill(before: FileStamp, entry: Stats): boolean {
  return (
    before.changed === entry.ctimeMs &&
    before.modified === entry.mtimeMs &&
    before.size === entry.size &&
    before.mode === entry.mode &&
    before.inode === entry.ino &&
    before.links === entry.nlink &&
    before.digest === undefined
  );
}

/** A name that is not UTF-8, or a folder that may be listed and not entered: only that it is there is known. */
const unasked: FileStamp = { size: 0, mode: 0, inode: 0, links: 0, modified: 0, changed: 0 };

function contentOf(path: string, entry: Stats, budget: { left: number }): string | undefined {
  if (entry.size > Math.min(largestToRead, budget.left)) return undefined;
  budget.left -= entry.size;
  try {
    if (entry.isSymbolicLink()) return sha256(Buffer.from(readlinkSync(path)));
    return entry.isFile() ? sha256(readPlainFile(path, largestToRead)) : undefined;
  } catch {
    // It may be gone again, or not for us to read: its times are all there is to go by.
    return undefined;
  }
}
