// Where snapshots are kept: outside of the project, so that no command of an agent reads there what it may not read in the
// project. Contents once, under the name of their digest; a list of files for each snapshot.

import { createHash } from 'node:crypto';
import { readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sha256 } from '../disk/digest.js';
import { makeFolders } from '../disk/folders.js';
import { isThere } from '../disk/is-there.js';
import { nonce } from '../disk/nonce.js';
import { readPlainFile } from '../disk/plain-file.js';
import { isSystemError } from '../protocol/failure.js';
import type { FileStamp } from './look.js';

/** A file as a snapshot has it. */
export interface KeptFile {
  readonly seen: FileStamp;
  /** Where its content is: among the kept ones, in git, nowhere; of a link, where it leads. */
  readonly content:
    | { readonly in: 'kept'; readonly digest: string }
    | { readonly in: 'git'; readonly id: string }
    | { readonly in: 'link'; readonly to: string }
    | { readonly in: 'nowhere' };
}

export type KeptFiles = ReadonlyMap<string, KeptFile>;

export function keepContent(folder: string, content: Uint8Array): string {
  const digest = sha256(content);
  const file = join(folder, 'contents', digest);
  if (!isThere(file)) write(file, content);
  return digest;
}

export function keptContent(folder: string, digest: string): Buffer {
  const content = readPlainFile(join(folder, 'contents', digest));
  if (sha256(content) !== digest) throw new TypeError(`${digest} holds something else`);
  return content;
}

/** Says what the snapshot is called: the digest over its files, their modes and contents. */
export function keepList(folder: string, files: KeptFiles): string {
  const tree = treeOf(files);
  const list = join(folder, 'lists', tree);
  const [newest] = keptTrees(folder);
  write(list, JSON.stringify([...files]));
  // Their order is that of their times, and two may be made within a tick of the disk's clock. A time that was set reads a little less.
  const after = newest === undefined ? 0 : Math.round(statSync(join(folder, 'lists', newest)).mtimeMs) + 1;
  const at = new Date(Math.max(Date.now(), after));
  utimesSync(list, at, at);
  forgetOldest(folder);
  return tree;
}

export function keptList(folder: string, tree: string): KeptFiles | undefined {
  try {
    const files = new Map<string, KeptFile>(
      JSON.parse(readPlainFile(join(folder, 'lists', tree)).toString()),
    );
    return treeOf(files) === tree ? files : undefined;
  } catch (error) {
    if (isSystemError(error, 'ENOENT') || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** When a snapshot that is there was taken. */
export function keptSince(folder: string, tree: string): number {
  return statSync(join(folder, 'lists', tree)).mtimeMs;
}

/** The newest first. */
export function keptTrees(folder: string): string[] {
  const lists = join(folder, 'lists');
  if (!isThere(lists)) return [];
  return readdirSync(lists)
    .map((tree) => ({ tree, at: statSync(join(lists, tree)).mtimeMs }))
    .sort((one, other) => other.at - one.at)
    .map(({ tree }) => tree);
}

function treeOf(files: KeptFiles): string {
  const hash = createHash('sha256');
  for (const [path, { seen, content }] of files)
    hash.update(`${seen.mode.toString(8)} ${JSON.stringify(content)} ${JSON.stringify(path)}\n`);
  return hash.digest('hex');
}

/** Turns that can still be undone in a session. */
const mostSnapshots = 20;
const forgottenAfter = 7 * 24 * 60 * 60 * 1000;

function forgetOldest(folder: string): void {
  const trees = keptTrees(folder);
  if (trees.length > mostSnapshots) {
    for (const tree of trees.slice(mostSnapshots)) rmSync(join(folder, 'lists', tree), { force: true });
    const needed = new Set(
      trees.slice(0, mostSnapshots).flatMap((tree) => digestsIn(keptList(folder, tree))),
    );
    for (const digest of readdirSync(join(folder, 'contents')))
      if (!needed.has(digest)) rmSync(join(folder, 'contents', digest), { force: true });
  }
  const now = new Date();
  utimesSync(folder, now, now);
  for (const session of readdirSync(dirname(folder))) {
    const other = join(dirname(folder), session);
    if (statSync(other).mtimeMs < now.getTime() - forgottenAfter)
      rmSync(other, { recursive: true, force: true });
  }
}

function digestsIn(files: KeptFiles | undefined): string[] {
  return [...(files?.values() ?? [])].flatMap(({ content }) =>
    content.in === 'kept' ? [content.digest] : [],
  );
}

/** Not synced: what a power cut takes away can no longer be undone, and nothing else. */
function write(file: string, content: string | Uint8Array): void {
  makeFolders(dirname(file), 0o700);
  const beside = `${file}.${nonce()}.tmp`;
  writeFileSync(beside, content, { mode: 0o600 });
  renameSync(beside, file);
}
