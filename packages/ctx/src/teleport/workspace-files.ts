// All files of a workspace that travel with a session: what git tracks and what it does not ignore; without git, what a walk finds.
// Files that look like secrets and are in no commit stay where they are.

import { readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { entryAt } from '../disk/entry-at.js';
import { namesIn } from '../disk/names-in.js';
import { NotPlain } from '../disk/plain-file.js';
import { walk } from '../files/walk.js';
import { type CheckedOut, checkedOut, ignoredIn, isRepositoryTop, untrackedIn } from '../git/checked-out.js';
import { readGitIndex } from '../git/git-index.js';
import { type CommittedFile, filesOf, type StagedEntry, stagedChanges } from '../git/tree-listing.js';
import { parentsOf } from '../workspace/plain-parents.js';
import { bounds } from './bounded-fields.js';
import { contentDigest, gitIdOf } from './content-digest.js';
import { type Obstacle, obstacle } from './obstacles.js';
import { isOwnPath, leadsOut, type TreeEntry, type TreeFile, treeDigest } from './tree-entry.js';

export interface GitState {
  readonly checkedOut: CheckedOut;
  readonly ids: 'sha1' | 'sha256';
  /** Of the commit, but for other repositories in it. */
  readonly committed: ReadonlyMap<string, CommittedFile>;
  readonly staged: readonly StagedEntry[];
}

export interface WorkspaceFiles {
  readonly top: string;
  readonly git?: GitState;
  /** Every file that travels. */
  readonly files: ReadonlyMap<string, TreeFile>;
  /** What is otherwise than in the commit; without git, all of it. */
  readonly entries: readonly TreeEntry[];
  readonly digest: string;
  readonly bytes: number;
  /** What stays where it is: ignored, secret, or no file. */
  readonly left: readonly string[];
  readonly obstacles: readonly Obstacle[];
}

export async function workspaceFiles(top: string, home: string | undefined): Promise<WorkspaceFiles> {
  const git = isRepositoryTop(top) ? await gitStateOf(top) : undefined;
  if (typeof git === 'string') return refused(top, obstacle('target_unusable', [top], git));
  const listed = git === undefined ? walkedPaths(top, home) : await gitPaths(top, git);
  const left: string[] = [...listed.left];
  const files = new Map<string, TreeFile>();
  const entries: TreeEntry[] = [];
  const wrong = { leaving: [] as string[], unnameable: [] as string[] };
  const ids = git?.ids ?? 'sha1';
  const folders = new Set<string>();
  let bytes = 0;
  for (const path of listed.paths) {
    const committed = git?.committed.get(path);
    if (!isOwnPath(path)) {
      if (path.includes('\ufffd')) wrong.unnameable.push(path);
      continue;
    }
    if (committed === undefined && looksSecret(path)) {
      left.push(path);
      continue;
    }
    const seen = fileAt(top, path, ids, folders);
    if (seen === 'absent') continue;
    if (seen === 'other') {
      left.push(path);
      continue;
    }
    const { file, id } = seen;
    if (file.kind === 'link' && leadsOut(path, file.to)) wrong.leaving.push(path);
    files.set(path, file);
    bytes += file.kind === 'file' ? file.size : 0;
    if (committed === undefined || committed.id !== id || committed.mode !== modeOf(file)) entries.push(file);
  }
  for (const path of git?.committed.keys() ?? []) if (!files.has(path)) entries.push({ kind: 'gone', path });
  const sparse = git?.checkedOut.skipped.filter((path) => !files.has(path)) ?? [];
  const large = [...(git?.committed.values() ?? [])].flatMap(({ path, size }) =>
    size > bounds.committedFile ? [path] : [],
  );
  return {
    top,
    ...(git !== undefined && { git }),
    files,
    entries,
    digest: treeDigest(files.values()),
    bytes,
    left,
    obstacles: [
      ...listed.obstacles,
      ...(wrong.leaving.length > 0 ? [obstacle('leaves_root', wrong.leaving)] : []),
      ...(wrong.unnameable.length > 0 ? [obstacle('unnameable', wrong.unnameable)] : []),
      ...(git?.checkedOut.isShallow ? [obstacle('shallow', [top])] : []),
      ...(sparse.length > 0 ? [obstacle('sparse', sparse)] : []),
      ...(large.length > 0 ? [obstacle('too_large', large, 'a file of the commit has more than 1 GB')] : []),
      ...((git?.checkedOut.unmerged.length ?? 0) > 0 ? [obstacle('unmerged', git?.checkedOut.unmerged)] : []),
    ],
  };
}

function refused(top: string, why: Obstacle): WorkspaceFiles {
  return { top, files: new Map(), entries: [], digest: treeDigest([]), bytes: 0, left: [], obstacles: [why] };
}

/** Nothing where nothing was committed yet: such a workspace travels as plain files. */
async function gitStateOf(top: string): Promise<GitState | string | undefined> {
  const head = await checkedOut(top);
  if (head === undefined || typeof head === 'string') return head;
  const [committed, staged] = await Promise.all([filesOf(top, head.commit), stagedChanges(top)]);
  if (committed === undefined || staged === undefined)
    return 'git cannot list the commit that is checked out';
  return {
    checkedOut: head,
    ids: head.commit.length === 40 ? 'sha1' : 'sha256',
    committed: new Map(committed.filter(({ mode }) => mode !== '160000').map((file) => [file.path, file])),
    staged: staged.filter(({ path }) => !looksSecret(path)),
  };
}

interface Listed {
  readonly paths: Iterable<string>;
  readonly left: readonly string[];
  readonly obstacles: readonly Obstacle[];
}

async function gitPaths(top: string, { committed, staged }: GitState): Promise<Listed> {
  const [untracked, ignored] = await Promise.all([untrackedIn(top), ignoredIn(top)]);
  const index = readGitIndex(join(top, '.git', 'index'));
  const paths = new Set([
    ...committed.keys(),
    ...(index ?? []),
    ...staged.map(({ path }) => path),
    ...(untracked ?? []),
  ]);
  const isOwn = (path: string) => !isContextsOwn(top, path);
  return {
    paths,
    left: ignored.filter(isOwn),
    obstacles: [
      ...(untracked === undefined ? [obstacle('target_unusable', [top], 'git cannot list its files')] : []),
      ...tooMany(paths.size),
    ],
  };
}

/** Sessions and state are no files of the project, also where nothing else is in their folder. */
function isContextsOwn(top: string, path: string): boolean {
  if (/(^|\/)\.context\/(sessions|state|scratch)(\/|$)/.test(path)) return true;
  const names = /(^|\/)\.context\/$/.test(path) ? namesIn(join(top, path)) : [];
  return names.length > 0 && names.every((name) => ['sessions', 'state', 'scratch'].includes(name));
}

function walkedPaths(top: string, home: string | undefined): Listed {
  const { paths, limited, unlisted } = walk(
    {
      root: top,
      top,
      gitFolder: undefined,
      home,
      skips: (path) => !isOwnPath(path) && !path.includes('\ufffd'),
    },
    bounds.files,
  );
  return {
    paths,
    left: [],
    obstacles: [
      ...(unlisted.length > 0
        ? [obstacle('target_unusable', unlisted, 'these folders cannot be listed')]
        : []),
      ...tooMany(limited ? bounds.files + 1 : 0),
    ],
  };
}

function tooMany(count: number): Obstacle[] {
  return count > bounds.files ? [obstacle('too_large', [], `more than ${bounds.files} files`)] : [];
}

type Seen = { readonly file: TreeFile; readonly id: string };

/** `other`: a pipe, a socket, a folder where a file was tracked. `folders` are known to be none of them links. */
export function fileAt(
  top: string,
  path: string,
  ids: 'sha1' | 'sha256',
  folders: Set<string>,
): Seen | 'absent' | 'other' {
  if (!isInPlainFolders(top, path, folders)) return 'absent';
  const whole = join(top, path);
  const entry = entryAt(whole);
  if (entry === undefined) return 'absent';
  if (entry.isSymbolicLink()) {
    const to = readlinkSync(whole);
    return { file: { kind: 'link', path, to }, id: gitIdOf(Buffer.from(to), ids) };
  }
  if (!entry.isFile()) return 'other';
  try {
    const { size, digest, id } = contentDigest(whole, ids);
    return { file: { kind: 'file', path, executable: (entry.mode & 0o100) !== 0, size, digest }, id };
  } catch (error) {
    if (error instanceof NotPlain) return 'other';
    throw error;
  }
}

/** What lies behind a link lies elsewhere. */
function isInPlainFolders(top: string, path: string, folders: Set<string>): boolean {
  for (const folder of parentsOf(path)) {
    if (folders.has(folder)) continue;
    if (entryAt(join(top, folder))?.isDirectory() !== true) return false;
    folders.add(folder);
  }
  return true;
}

function modeOf(file: TreeFile): string {
  return file.kind === 'link' ? '120000' : file.executable ? '100755' : '100644';
}

/** Names that hold credentials by custom. What is committed is no secret any more. */
const secretNames = [
  /^\.env(\..+)?$/,
  /^\.envrc$/,
  /^\.netrc$/,
  /^\.npmrc$/,
  /^\.pypirc$/,
  /^id_(rsa|dsa|ecdsa|ed25519)$/,
  /\.(pem|key|p12|pfx|keystore|jks)$/,
  /^credentials(\.json)?$/,
];
const exampleNames = /^\.env\.(example|sample|template|dist)$/;

export function looksSecret(path: string): boolean {
  const name = basename(path);
  return !exampleNames.test(name) && secretNames.some((shape) => shape.test(name));
}
