// The files of a workspace given back as a snapshot has them. Only what differs is touched, of that only what is still as it
// was left; nothing is written through a link.

import {
  chmodSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { nonce } from '../disk/nonce.js';
import { runGitSync } from '../git/run-git.js';
import { type ChangedPath, changesBetween } from './compare.js';
import { type KeptFile, type KeptFiles, keptContent, keptList } from './kept-files.js';
import { type Look, look, type Place } from './look.js';
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
export function giveBack(place: Place, folder: string, tree: string, work?: Work): GivenBack | undefined {
  const kept = keptList(folder, tree);
  if (kept === undefined) return undefined;
  const before = lookOf(kept);
  const now = lookNow(place, work?.until ?? before);
  // What was not looked at is not gone.
  if (now.isTooLarge || work?.until.isTooLarge) return undefined;
  const since = work === undefined ? new Set<string>() : changedPaths(work.until, now);
  const all = changesBetween(before, now).filter(({ path }) => work?.paths.has(path) ?? true);
  const left = all.flatMap(({ path }) => (since.has(path) ? [path] : []));
  const differences = all.filter(({ path }) => !since.has(path));
  const contents = contentsFor(place.root, folder, kept, differences);
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
  for (const { path, change } of differences)
    if (change === 'added') attempt(path, 'removed', () => remove(place.root, path, kept));
  for (const { path, change } of differences) {
    const file = kept.get(path);
    if (file !== undefined && change !== 'added')
      attempt(path, change === 'removed' ? 'added' : 'changed', () =>
        put(place.root, path, file, contents.of(file)),
      );
  }
  return { paths, failed, left };
}

export function changedPaths(before: Look, after: Look): ReadonlySet<string> {
  return new Set(changesBetween(before, after).map(({ path }) => path));
}

/** What a snapshot saw. */
export function lookOf(kept: KeptFiles): Look {
  const files = new Map(Array.from(kept, ([path, { seen }]) => [path, seen]));
  return { files, found_by: 'walk', isTooLarge: false, unlisted: [] };
}

export function lookNow(place: Place, before?: Look): Look {
  return look(place, trackedIn(place.root, place.home)(), before);
}

function contentsFor(
  root: string,
  folder: string,
  kept: KeptFiles,
  differences: readonly ChangedPath[],
): { of(file: KeptFile): Buffer } {
  const wanted = differences.flatMap(({ path }) => {
    const content = kept.get(path)?.content;
    return content?.in === 'git' ? [content.id] : [];
  });
  const fromGit = wanted.length === 0 ? new Map<string, Buffer>() : gitContents(root, wanted);
  return {
    of({ content, seen }) {
      if (content.in === 'link') return Buffer.from(content.to);
      if (content.in === 'kept') return keptContent(folder, content.digest);
      const found = content.in === 'git' ? fromGit.get(content.id) : undefined;
      if (found === undefined) throw new Error('no copy of it was kept');
      // A filter or other line endings: what git has is not what was in the file.
      if (found.length !== seen.size) throw new Error('git keeps it in another form');
      return found;
    },
  };
}

function gitContents(root: string, ids: readonly string[]): Map<string, Buffer> {
  const contents = new Map<string, Buffer>();
  const { stdout } = runGitSync(root, ['cat-file', '--batch'], {
    input: `${ids.join('\n')}\n`,
    most: 1 << 30,
  });
  for (let at = 0; at < stdout.length; ) {
    const end = stdout.indexOf(10, at);
    const [id = '', type, size] = stdout.toString('latin1', at, end).split(' ');
    at = end + 1;
    if (type !== 'blob') continue;
    contents.set(id, stdout.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return contents;
}

function put(root: string, path: string, { content, seen }: KeptFile, bytes: Buffer): void {
  makeParents(root, path);
  const file = join(root, path);
  const beside = join(dirname(file), `.ctx-${nonce()}.tmp`);
  try {
    if (content.in === 'link') symlinkSync(bytes.toString(), beside);
    else {
      writeFileSync(beside, bytes, { flag: 'wx', mode: 0o600 });
      chmodSync(beside, seen.mode & 0o777);
    }
    renameSync(beside, file);
  } finally {
    rmSync(beside, { force: true });
  }
}

function remove(root: string, path: string, kept: KeptFiles): void {
  refuseLinks(root, path);
  rmSync(join(root, path));
  // Folders that came with it go with it, unless something else is in them.
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    if ([...kept.keys()].some((other) => other.startsWith(`${folder}/`))) return;
    try {
      rmdirSync(join(root, folder));
    } catch {
      return;
    }
  }
}

function makeParents(root: string, path: string): void {
  for (const folder of parentsOf(path)) {
    const entry = lstatSync(join(root, folder), { throwIfNoEntry: false });
    if (entry === undefined) mkdirSync(join(root, folder));
  }
  refuseLinks(root, path);
}

function refuseLinks(root: string, path: string): void {
  for (const folder of parentsOf(path))
    if (!lstatSync(join(root, folder)).isDirectory()) throw new Error(`${folder} is not a folder`);
}

/** From the outermost on. */
function parentsOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}
