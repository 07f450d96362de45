// A workspace as whoever takes a session over has to find it: what in it is otherwise than in the commit that it began with; without
// one, all of it. The same on every machine: only the project's own ignore rules count. What is ignored, looks like a secret that
// nobody committed, or is no file, is no part of it.

import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { digestMade, newHash } from '../disk/digest.js';
import { entryAt } from '../disk/entry-at.js';
import { NotPlain } from '../disk/plain-file.js';
import { branchOf } from '../git/branch.js';
import { isRepositoryTop } from '../git/checked-out.js';
import { headCommit } from '../git/head-commit.js';
import { type CommittedFile, filesOf } from '../git/tree-listing.js';
import { isSystemError } from '../protocol/failure.js';
import { type FileStamp, type Look, look } from '../workspace/look.js';
import { inGit, isLink, isSameStamp } from '../workspace/snapshot.js';
import { foldersOf, type Tracked, trackedIn } from '../workspace/tracked-files.js';
import { contentDigest, gitIdOf } from './content-digest.js';
import { isOwnPath, leadsOut, type TreeEntry } from './tree-entry.js';
import { looksSecret } from './workspace-files.js';

export interface WorkspaceTree {
  /** One digest of all that follows. */
  readonly tree: string;
  /** The commit that it began with. */
  readonly base?: string | undefined;
  readonly head?: string | undefined;
  readonly branch?: string | undefined;
  /** By their paths, in order. */
  readonly entries: readonly TreeEntry[];
}

export const treeBounds = { file: 1 << 26, bytes: 1 << 27, entries: 20_000 } as const;

/** Why a workspace cannot be kept, or given back. */
export class Unkept extends Error {
  override readonly name = 'Unkept';
  readonly reason: string;
  readonly about: string | undefined;

  constructor(reason: string, about?: string) {
    super(about === undefined ? reason : `${reason}: ${about}`);
    this.reason = reason;
    this.about = about;
  }
}

export interface TreeReader {
  read(): Promise<WorkspaceTree>;
  /** What the commit has. */
  committed(): Promise<ReadonlyMap<string, CommittedFile>>;
}

/** `own`: absolute paths that ctx itself writes to. Without a base, the commit that is checked out is the one. */
export function treeReader(root: string, own: readonly string[], given?: string): TreeReader {
  const base = given ?? (isRepositoryTop(root) ? headCommit(root) : undefined);
  const index = trackedIn(root, undefined);
  const known = new Map<string, { readonly seen: FileStamp; readonly entry: TreeEntry | undefined }>();
  let files: Promise<ReadonlyMap<string, CommittedFile>> | undefined;
  let last: Look | undefined;
  const committed = () => {
    files ??= base === undefined ? Promise.resolve(new Map()) : committedAt(root, base);
    return files;
  };
  return {
    committed,
    async read() {
      const before = await committed();
      const tracked = base === undefined ? undefined : trackedBy(root, before, index());
      const now = look({ root, home: undefined, own }, tracked, last);
      last = now;
      if (now.isTooLarge) throw new Unkept('too_many_files');
      const [unlisted] = now.unlisted;
      if (unlisted !== undefined) throw new Unkept('folder_unreadable', unlisted || '.');
      const entries: TreeEntry[] = [];
      for (const [path, seen] of now.files) {
        if (!isPart(path, before)) continue;
        const earlier = known.get(path);
        const entry =
          earlier !== undefined && isSameStamp(earlier.seen, seen)
            ? earlier.entry
            : treeEntryAt(root, path, seen, before.get(path), tracked);
        known.set(path, { seen, entry });
        if (entry !== undefined) entries.push(entry);
      }
      for (const path of before.keys())
        if (!now.files.has(path) && isGone(join(root, path))) entries.push({ kind: 'gone', path });
      const place =
        base === undefined ? {} : { base, head: headCommit(root) ?? base, branch: branchOf(root) };
      return sealed(place, entries);
    },
  };
}

/** Refuses what is more than one worker should hand to another. */
export function sealed(place: Omit<WorkspaceTree, 'tree' | 'entries'>, unsorted: readonly TreeEntry[]) {
  const entries = unsorted.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  if (entries.length > treeBounds.entries) throw new Unkept('too_many_files');
  const bytes = entries.reduce((sum, entry) => sum + (entry.kind === 'file' ? entry.size : 0), 0);
  if (bytes > treeBounds.bytes) throw new Unkept('too_large');
  const { base = null, head = null, branch = null } = place;
  const hash = newHash().update(JSON.stringify([base, head, branch]));
  for (const entry of entries) hash.update(`\n${lineOf(entry)}`);
  return { ...place, tree: digestMade(hash), entries };
}

export function lineOf(entry: TreeEntry): string {
  const { kind, path } = entry;
  if (entry.kind === 'gone') return JSON.stringify([kind, path]);
  if (entry.kind === 'link') return JSON.stringify([kind, path, entry.to]);
  return JSON.stringify([kind, path, entry.executable, entry.digest]);
}

async function committedAt(root: string, base: string): Promise<ReadonlyMap<string, CommittedFile>> {
  const all = await filesOf(root, base);
  if (all === undefined) throw new Unkept('base_missing', base);
  return new Map(all.filter(({ mode }) => mode !== '160000').map((file) => [file.path, file]));
}

/** What counts as tracked is what the commit has, whatever the index says: that one stays on its machine. */
function trackedBy(
  root: string,
  committed: ReadonlyMap<string, CommittedFile>,
  index: Tracked | undefined,
): Tracked {
  const files = new Set(committed.keys());
  const { entries = new Map(), written = 0 } = index ?? {};
  return { top: root, metadata: undefined, entries, written, files, folders: foldersOf(files) };
}

const contexts = /(^|\/)\.context\/(sessions|state|scratch|fleets)(\/|$)/i;

function isPart(path: string, committed: ReadonlyMap<string, CommittedFile>): boolean {
  if (contexts.test(path)) return false;
  if (!isOwnPath(path)) throw new Unkept('name_unusable', path);
  return committed.has(path) || !looksSecret(path);
}

/** Nothing where it is as the commit has it, or gone again. */
function treeEntryAt(
  root: string,
  path: string,
  seen: FileStamp,
  was: CommittedFile | undefined,
  tracked: Tracked | undefined,
): TreeEntry | undefined {
  const ids = was?.id.length === 64 ? 'sha256' : 'sha1';
  const whole = join(root, path);
  try {
    if (isLink(seen)) {
      const to = readlinkSync(whole);
      if (was?.mode === '120000' && was.id === gitIdOf(Buffer.from(to), ids)) return undefined;
      if (leadsOut(path, to)) throw new Unkept('link_leads_out', path);
      return { kind: 'link', path, to };
    }
    const executable = (seen.mode & 0o100) !== 0;
    const isSameMode = was?.mode === (executable ? '100755' : '100644');
    const staged = inGit(tracked, path, seen);
    if (isSameMode && was.size === seen.size && staged?.in === 'git' && staged.id === was.id)
      return undefined;
    if (seen.size > treeBounds.file) throw new Unkept('file_too_large', path);
    const { size, digest, id } = contentDigest(whole, ids);
    if (isSameMode && was.id === id) return undefined;
    return { kind: 'file', path, executable, size, digest };
  } catch (error) {
    if (isSystemError(error, 'ENOENT') || error instanceof NotPlain) return undefined;
    if (error instanceof Unkept) throw error;
    throw new Unkept('file_unreadable', path);
  }
}

/** A file that the look leaves out is not gone. */
function isGone(path: string): boolean {
  const there = entryAt(path);
  return there === undefined || there.isDirectory();
}
