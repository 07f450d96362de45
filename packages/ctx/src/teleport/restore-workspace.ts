// A workspace put back as a snapshot has it, on whichever machine goes on with the session. Nothing is written through a link, what
// came is held against the record that names it, and where somebody's own work would be written over, nothing is done.

import { branchOf } from '../git/branch.js';
import { fillIndex, isBranchName, missingOf, pointTo, takeBundle } from '../git/bundle.js';
import { branchTip, isAncestor, isRepositoryTop, statusOf } from '../git/checked-out.js';
import { headCommit } from '../git/head-commit.js';
import { type CommittedFile, eachFile } from '../git/tree-listing.js';
import { type UnpackedTree, unpackTree, withBundle } from './packed-tree.js';
import { putFile, removeFile } from './put-files.js';
import { obeyedChanges } from './target-state.js';
import { isOwnPath, leadsOut, type TreeEntry, type TreeFile, treeFileOf } from './tree-entry.js';
import { lineOf, treeReader, Unkept, type WorkspaceTree } from './workspace-tree.js';

export interface RestorePlace {
  readonly root: string;
  readonly own: readonly string[];
  /** A copy that belongs to the session alone: whatever is in it may go. */
  readonly isScratch: boolean;
}

export interface NamedSnapshot {
  readonly tree: string;
  readonly base?: string | undefined;
}

/** Throws `Unkept` where it cannot be done; afterwards the workspace is as the record says, and that was looked at. */
export async function restoreWorkspace(
  place: RestorePlace,
  packed: Uint8Array,
  named: NamedSnapshot,
): Promise<void> {
  const kept = await unpackTree(packed);
  const { base } = named;
  // Its contents are checked one by one; packed again, the same files may be other bytes.
  if (kept.tree.tree !== named.tree || kept.tree.base !== base) throw new Unkept('snapshot_unsound');
  const { root, own } = place;
  if (base !== undefined && (!isRepositoryTop(root) || (await missingOf(root, base)) !== undefined))
    throw new Unkept('base_missing', base);
  const reader = treeReader(root, own, base);
  const now = await reader.read();
  if (now.tree === named.tree) return;
  // Objects without a name: nothing in the repository changes by them.
  await takeCommits(root, kept);
  if (!place.isScratch) await refuseOthersWork(root, now, kept.tree);
  await putEntries(root, now, kept, await reader.committed());
  await pointAt(root, kept.tree);
  if ((await treeReader(root, own, base).read()).tree !== named.tree) throw new Unkept('not_restored');
}

/** As a teleport does: a clean clone, or an empty folder, and no branch loses a commit. */
async function refuseOthersWork(root: string, now: WorkspaceTree, kept: WorkspaceTree): Promise<void> {
  const { base, head, branch } = kept;
  if (base === undefined) {
    const [there] = now.entries;
    if (there !== undefined) throw new Unkept('workspace_dirty', there.path);
  } else {
    const changed = await statusOf(root);
    const [first] = changed ?? ['.'];
    if (first !== undefined) throw new Unkept('workspace_dirty', first);
    const tips = [headCommit(root), branch === undefined ? undefined : await branchTip(root, branch)];
    for (const tip of tips)
      if (tip !== undefined && tip !== head && !(await isAncestor(root, tip, head ?? base)))
        throw new Unkept('workspace_diverged', tip);
  }
  const files = kept.entries.filter((entry): entry is TreeFile => entry.kind !== 'gone');
  const [obeyed] = obeyedChanges(root, files);
  if (obeyed !== undefined) throw new Unkept('obeyed_file', obeyed);
}

async function takeCommits(root: string, { tree: { head, branch }, bundle }: UnpackedTree): Promise<void> {
  if (branch !== undefined && !(await isBranchName(root, branch))) throw new Unkept('snapshot_unsound');
  if (head === undefined) return;
  const wrong =
    bundle === undefined
      ? await missingOf(root, head)
      : await withBundle(bundle, (file) => takeBundle(root, file, head));
  if (wrong !== undefined) throw new Unkept('commits_missing', head);
}

/** Only what is otherwise is touched. */
async function putEntries(
  root: string,
  now: WorkspaceTree,
  { tree, contents }: UnpackedTree,
  committed: ReadonlyMap<string, CommittedFile>,
): Promise<void> {
  const there = new Map(now.entries.map((entry) => [entry.path, entry]));
  const wanted = new Map(tree.entries.map((entry) => [entry.path, entry]));
  const isThere = (entry: TreeEntry) => {
    const same = there.get(entry.path);
    return same !== undefined && lineOf(same) === lineOf(entry);
  };
  const back = [...there.keys()].filter((path) => !wanted.has(path));
  const put = [...wanted.values()].filter((entry) => !isThere(entry));
  const attempt = (path: string, act: () => void) => {
    try {
      act();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      throw new Unkept('not_restored', path);
    }
  };
  for (const path of back) if (!committed.has(path)) attempt(path, () => removeFile(root, path));
  for (const { kind, path } of put) if (kind === 'gone') attempt(path, () => removeFile(root, path));
  const ticket = 'restore';
  const asCommitted = back.flatMap((path) => committed.get(path) ?? []);
  await eachFile(root, asCommitted, (one, content) => {
    const file = ownFile(one, content);
    attempt(file.path, () => putFile(root, file, content, ticket));
  });
  for (const entry of put) {
    if (entry.kind === 'gone') continue;
    const content = entry.kind === 'file' ? contents.get(entry.digest) : Buffer.alloc(0);
    attempt(entry.path, () => putFile(root, entry, content ?? Buffer.alloc(0), ticket));
  }
}

function ownFile(committed: CommittedFile, content: Buffer): TreeFile {
  if (!isOwnPath(committed.path)) throw new Unkept('name_unusable', committed.path);
  const file = treeFileOf(committed, content);
  if (file.kind === 'link' && leadsOut(file.path, file.to)) throw new Unkept('link_leads_out', file.path);
  return file;
}

async function pointAt(root: string, { head, branch }: WorkspaceTree): Promise<void> {
  if (head === undefined || (headCommit(root) === head && branchOf(root) === branch)) return;
  const wrong = (await pointTo(root, head, branch)) ?? (await fillIndex(root, head, []));
  if (wrong !== undefined) throw new Unkept('not_restored', head);
}
