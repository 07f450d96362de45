// What a workspace has otherwise than its commit, in one piece: the list of it, the commits that were made since, the contents. It is
// read as something that a stranger may have written.

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { listOf, membersOf, textOf } from '../acp/fields.js';
import { digestOf } from '../disk/digest.js';
import { readPlainFile } from '../disk/plain-file.js';
import { makeTemporaryFolder } from '../disk/temporary-folder.js';
import { writeBundle } from '../git/bundle.js';
import { isAncestor } from '../git/checked-out.js';
import { isCommit } from './bounded-fields.js';
import { misplaced, type TreeEntry, treeEntryFrom } from './tree-entry.js';
import { sealed, treeBounds, Unkept, type WorkspaceTree } from './workspace-tree.js';

const format = 'ctx.workspace/1';
const largestPacked = 1 << 26;
/** Of what it unpacks to: contents, commits and the list. */
const largestWhole = treeBounds.bytes + 2 * largestPacked;

export interface UnpackedTree {
  readonly tree: WorkspaceTree;
  /** The commits that were made since; nothing where none were. */
  readonly bundle: Buffer | undefined;
  /** By their digests. */
  readonly contents: ReadonlyMap<string, Buffer>;
}

export async function packTree(root: string, tree: WorkspaceTree): Promise<Buffer> {
  const bundle = await bundleOf(root, tree);
  const contents = new Map<string, Buffer>();
  for (const entry of tree.entries) {
    if (entry.kind !== 'file' || contents.has(entry.digest)) continue;
    const content = readPlainFile(join(root, entry.path), treeBounds.file);
    // Somebody else writes to it right now.
    if (digestOf(content) !== entry.digest) throw new Unkept('file_changing', entry.path);
    contents.set(entry.digest, content);
  }
  const { tree: _, ...list } = tree;
  const header = Buffer.from(
    JSON.stringify({
      format,
      ...list,
      bundle: bundle.length,
      contents: [...contents].map(([digest, { length }]) => [digest, length]),
    }),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  const packed = await promisify(gzip)(Buffer.concat([length, header, bundle, ...contents.values()]), {
    level: 3,
  });
  if (packed.length > largestPacked) throw new Unkept('too_large');
  return packed;
}

async function bundleOf(root: string, { base, head }: WorkspaceTree): Promise<Buffer> {
  if (base === undefined || head === undefined || head === base || (await isAncestor(root, head, base)))
    return Buffer.alloc(0);
  const folder = makeTemporaryFolder('teleport');
  try {
    const file = join(folder, 'bundle');
    const wrong = await writeBundle(root, file, [base]);
    if (wrong !== undefined) throw new Unkept('commits_unreadable', head);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whatever is not exactly such a piece is refused. */
export async function unpackTree(packed: Uint8Array): Promise<UnpackedTree> {
  try {
    return taken(await promisify(gunzip)(packed, { maxOutputLength: largestWhole }));
  } catch (error) {
    throw error instanceof Unkept ? error : new Unkept('snapshot_unsound');
  }
}

function taken(whole: Buffer): UnpackedTree {
  const end = 4 + whole.readUInt32BE(0);
  const list = membersOf(JSON.parse(whole.toString('utf8', 4, end)));
  if (list['format'] !== format) throw new Unkept('snapshot_unsound');
  const entries = listOf(list['entries']).map(treeEntryFrom);
  const place = {
    base: commitIn(list['base']),
    head: commitIn(list['head']),
    branch: textOf(list['branch']),
  };
  let at = end;
  const next = (size: unknown) => {
    if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0 || at + size > whole.length)
      throw new Unkept('snapshot_unsound');
    at += size;
    return whole.subarray(at - size, at);
  };
  const bundle = next(list['bundle']);
  const contents = new Map<string, Buffer>();
  for (const named of listOf(list['contents'])) {
    const [digest, size] = listOf(named);
    const content = next(size);
    if (typeof digest !== 'string' || digestOf(content) !== digest) throw new Unkept('snapshot_unsound');
    contents.set(digest, content);
  }
  refuseUnfit(entries, contents);
  return { tree: sealed(place, entries), bundle: bundle.length === 0 ? undefined : bundle, contents };
}

function refuseUnfit(entries: readonly TreeEntry[], contents: ReadonlyMap<string, Buffer>): void {
  const files = entries.filter(({ kind }) => kind !== 'gone').map(({ path }) => path);
  if (new Set(entries.map(({ path }) => path)).size !== entries.length || misplaced(files) !== undefined)
    throw new Unkept('snapshot_unsound');
  for (const entry of entries)
    if (entry.kind === 'file' && contents.get(entry.digest)?.length !== entry.size)
      throw new Unkept('snapshot_unsound');
}

function commitIn(given: unknown): string | undefined {
  if (given === undefined) return undefined;
  if (!isCommit(given)) throw new Unkept('snapshot_unsound');
  return given;
}

/** For git, which reads commits from a file. */
export async function withBundle<T>(bundle: Buffer, use: (file: string) => Promise<T>): Promise<T> {
  const folder = makeTemporaryFolder('teleport');
  try {
    const file = join(folder, 'bundle');
    writeFileSync(file, bundle, { mode: 0o600 });
    return await use(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
