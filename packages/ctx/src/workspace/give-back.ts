// The files of a workspace given back as a snapshot has them. Only what differs is touched, of that only what is still as it
// was left; nothing is written through a link.

import { basename } from 'node:path';
import { type ChangedPath, changesBetween } from './compare.js';
import { isOlderThan, moveBack, put, remove } from './file-changes.js';
import { contentsFor } from './kept-contents.js';
import { type KeptFiles, keptList, keptSince } from './kept-files.js';
import { type FileStamp, type Look, look, type WorkspacePlace } from './look.js';
import { trackedIn } from './tracked-files.js';

export interface GivenBack {
  /** What was done to get there: a file that had been added was removed. */
  readonly paths: readonly ChangedPath[];
  readonly failed: readonly { readonly path: string; readonly why: string }[];
  /** What somebody changed since: it stays as it is. */
  readonly left: readonly string[];
}

/** Work that is taken back. */
export interface Work {
  /** What it changed. */
  readonly paths: ReadonlySet<string>;
  /** How it left the files. */
  readonly until: Look;
}

/** Nothing where there is no such snapshot any more, or too much to look at. Of what differs, with `work` only what that changed and nobody since. */
export function giveBack(
  place: WorkspacePlace,
  folder: string,
  tree: string,
  work?: Work,
): GivenBack | undefined {
  const kept = keptList(folder, tree);
  if (kept === undefined) return undefined;
  const snapshot = { kept, folder, since: keptSince(folder, tree) };
  const first = differencesFrom(place, kept, work);
  // What was not looked at is not gone.
  if (first.now.isTooLarge || work?.until.isTooLarge) return undefined;
  // With other ignore rules, files come into view that were there all the time: the rules are given back first.
  const rules = first.differences.filter(({ path }) => basename(path) === '.gitignore');
  if (rules.length === 0) return withUnseen(restored(place, snapshot, first), first);
  const earlier = restored(place, snapshot, { ...first, differences: rules });
  const now = differencesFrom(place, kept, work, new Set(rules.map(({ path }) => path)));
  const rest = restored(place, snapshot, now);
  const failed = [...earlier.failed, ...rest.failed];
  return withUnseen({ paths: [...earlier.paths, ...rest.paths], failed }, now);
}

/** Where nobody could look, nobody knows what changed. */
function withUnseen({ paths, failed }: Omit<GivenBack, 'left'>, { now, left }: Differences): GivenBack {
  const unseen = now.unlisted.map((path) => ({ path: path || '.', why: 'it cannot be listed' }));
  return { paths, failed: [...failed, ...unseen], left };
}

interface Snapshot {
  readonly kept: KeptFiles;
  readonly folder: string;
  /** When it was taken. */
  readonly since: number;
}

interface Differences {
  readonly differences: readonly ChangedPath[];
  readonly left: readonly string[];
  readonly now: Look;
}

function restored(
  { root }: WorkspacePlace,
  { kept, folder, since }: Snapshot,
  { differences, now }: Differences,
): Omit<GivenBack, 'left'> {
  const paths: ChangedPath[] = [];
  const failed: { path: string; why: string }[] = [];
  const attempt = (path: string, change: ChangedPath['change'], act: () => void) => {
    try {
      act();
      paths.push({ path, change });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      failed.push({ path, why: 'code' in error ? String(error.code) : error.message });
    }
  };
  const contents = contentsFor(root, folder, kept, differences);
  const inodes = new Set(Array.from(kept.values(), ({ seen }) => seen.inode));
  const uncopied = differences.filter(({ path, change }) => change === 'removed' && !contents.has(path));
  const moved = new Set<string>();
  for (const { path, change } of differences) {
    const seen = now.files.get(path);
    if (change !== 'added' || seen === undefined) continue;
    // What has no copy may be here under another name: that is then the only one.
    const original = uncopied.find((one) => kept.get(one.path)?.seen.inode === seen.inode)?.path;
    attempt(path, 'removed', () => {
      if (original !== undefined) {
        if (!isSame(kept.get(original)?.seen, seen)) throw new Error(`it was ${original}, which has no copy`);
        moveBack(root, path, original);
        moved.add(original);
      } else if (!inodes.has(seen.inode) && isOlderThan(root, path, since)) {
        throw new Error('it is older than that turn, and was left alone');
      } else remove(root, path, (parent) => [...kept.keys()].some((one) => one.startsWith(`${parent}/`)));
    });
  }
  for (const { path, change } of differences) {
    const file = kept.get(path);
    if (file === undefined || change === 'added') continue;
    attempt(path, change === 'removed' ? 'added' : 'changed', () => {
      if (!moved.has(path)) put(root, path, file, contents.of(path));
    });
  }
  return { paths, failed };
}

function isSame(one: FileStamp | undefined, { size, modified }: FileStamp): boolean {
  return one?.size === size && one.modified === modified;
}

/** What an undo would take back, but for what was named already. */
function differencesFrom(
  place: WorkspacePlace,
  kept: KeptFiles,
  work: Work | undefined,
  named: ReadonlySet<string> = new Set(),
): Differences {
  const before = lookOf(kept);
  const now = lookNow(place, work?.until ?? before);
  const since = work === undefined ? new Set<string>() : changedPaths(work.until, now);
  const all = changesBetween(before, now).filter(
    ({ path }) => (work?.paths.has(path) ?? true) && !named.has(path),
  );
  const left = all.flatMap(({ path }) => (since.has(path) ? [path] : []));
  return { differences: all.filter(({ path }) => !since.has(path)), left, now };
}

export function changedPaths(before: Look, after: Look): ReadonlySet<string> {
  return new Set(changesBetween(before, after).map(({ path }) => path));
}

/** What a snapshot saw. */
export function lookOf(kept: KeptFiles): Look {
  const files = new Map(Array.from(kept, ([path, { seen }]) => [path, seen]));
  return { files, found_by: 'walk', isTooLarge: false, unlisted: [] };
}

export function lookNow(place: WorkspacePlace, before?: Look): Look {
  return look(place, trackedIn(place.root, place.home)(), before);
}
