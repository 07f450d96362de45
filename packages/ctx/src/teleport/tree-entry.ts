// The files of a workspace as they travel: what differs from the commit, and what the index has of it. Nothing of them names a place
// outside of the workspace, or one that git or ctx keep their own files in.

import { posix } from 'node:path';
import { wantedMembers } from '../acp/fields.js';
import { invalidParams } from '../acp/rpc-error.js';
import { digestMade, digestOf, newHash } from '../disk/digest.js';
import type { CommittedFile } from '../git/tree-listing.js';
import { bounded, bounds, commitFrom, digestFrom, wantedCount } from './bounded-fields.js';

export type TreeEntry =
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly executable: boolean;
      readonly size: number;
      readonly digest: string;
    }
  | { readonly kind: 'link'; readonly path: string; readonly to: string }
  /** The commit has it, and the workspace does not. */
  | { readonly kind: 'gone'; readonly path: string };

export type TreeFile = Exclude<TreeEntry, { kind: 'gone' }>;

export const indexModes = ['000000', '100644', '100755', '120000', '160000'] as const;

/** What the index has otherwise than the commit. `mode` is git's own; `000000` takes the path out. */
export interface IndexEntry {
  readonly path: string;
  readonly mode: (typeof indexModes)[number];
  readonly id: string;
  /** Of the content, where there is any. */
  readonly digest?: string;
  readonly size?: number;
}

export function treeEntryFrom(given: unknown): TreeEntry {
  const { kind, path: named, executable, size, digest, to } = wantedMembers(given, 'entry');
  const path = pathFrom(named);
  if (kind === 'gone') return { kind, path };
  if (kind === 'link') {
    const target = bounded(to, 'to');
    if (leadsOut(path, target)) throw invalidParams('a link leads out of the workspace');
    return { kind, path, to: target };
  }
  if (kind !== 'file') throw invalidParams('kind is unknown');
  return {
    kind,
    path,
    executable: executable === true,
    size: wantedCount(size, 'size', bounds.bytes),
    digest: digestFrom(digest, 'digest'),
  };
}

export function indexEntryFrom(given: unknown): IndexEntry {
  const { path, mode, id, digest, size } = wantedMembers(given, 'index');
  const known = indexModes.find((one) => one === mode);
  if (known === undefined) throw invalidParams('mode is unknown');
  const hasContent = known !== '000000' && known !== '160000';
  return {
    path: pathFrom(path),
    mode: known,
    id: commitFrom(id, 'id'),
    ...(hasContent && {
      digest: digestFrom(digest, 'digest'),
      size: wantedCount(size, 'size', bounds.bytes),
    }),
  };
}

/** A file or a link as a commit has it; where a link leads is for the caller to judge. */
export function treeFileOf({ path, mode }: CommittedFile, content: Buffer): TreeFile {
  if (mode === '120000') return { kind: 'link', path, to: content.toString() };
  return {
    kind: 'file',
    path,
    executable: mode === '100755',
    size: content.length,
    digest: digestOf(content),
  };
}

/** What the index would put into the workspace. */
export function stagedFiles(index: readonly IndexEntry[]): TreeFile[] {
  return index.flatMap(({ path, mode, digest, size }) =>
    digest === undefined || size === undefined
      ? []
      : [{ kind: 'file', path, executable: mode === '100755', size, digest }],
  );
}

function pathFrom(given: unknown): string {
  const path = bounded(given, 'path');
  if (!isOwnPath(path)) throw invalidParams('a path leaves the workspace or is not for others to write');
  return path;
}

/** Whether a path is one of a workspace's own files: no way out, nothing of git's and nothing of the sessions. */
export function isOwnPath(path: string): boolean {
  const parts = path.split('/');
  if (path.includes('\0') || path.includes('\\') || path.includes('\ufffd')) return false;
  if (parts.some((part) => part === '' || part === '.' || part === '..' || part.length > bounds.name))
    return false;
  return !parts.some(isGits) && !isContexts(parts);
}

/** As git itself is careful: also what file systems take for `.git`. */
function isGits(part: string): boolean {
  const folded = part
    .normalize('NFKD')
    // Marks and joiners that some file systems do not see.
    .replace(/[\p{Mn}\p{Cf}]/gu, '')
    .toLowerCase()
    .replace(/[ .]+$/, '');
  return folded === '.git' || /^git~\d+$/.test(folded) || folded.startsWith('.git:');
}

function isContexts(parts: readonly string[]): boolean {
  return parts.some(
    (part, i) =>
      part.toLowerCase() === '.context' &&
      ['sessions', 'state', 'scratch'].includes(parts[i + 1]?.toLowerCase() ?? ''),
  );
}

/** Whether a link in the workspace points out of it, or could: behind a name that is a link itself, `..` leads anywhere. */
export function leadsOut(path: string, to: string): boolean {
  if (to === '' || to.includes('\0') || posix.isAbsolute(to)) return true;
  if (/(^|\/)(?!\.{1,2}(\/|$))[^/]+\/(.*\/)?\.\.(\/|$)/.test(to)) return true;
  const reached = posix.normalize(posix.join(posix.dirname(path), to));
  return reached === '..' || reached.startsWith('../') || reached.split('/').some(isGits);
}

/** One digest of all files of a workspace, the same on every machine. */
export function treeDigest(files: Iterable<TreeFile>): string {
  const lines = Array.from(files, lineOf).sort();
  const hash = newHash();
  for (const line of lines) hash.update(line);
  return digestMade(hash);
}

function lineOf(file: TreeFile): string {
  const said =
    file.kind === 'link' ? ['link', file.to] : [file.executable ? 'executable' : 'file', file.digest];
  return `${JSON.stringify([file.path, ...said])}\n`;
}

/** The first path that lies below another one that is no folder; nothing where all fit into one tree. */
export function misplaced(paths: Iterable<string>): string | undefined {
  const all = new Set(paths);
  for (const path of all)
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
      if (all.has(path.slice(0, at))) return path;
  return undefined;
}
