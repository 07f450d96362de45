// All that came, held against what was offered: the log's chain and head, the commits, every file's digest, the tree as a whole. What is
// to be done is written down; nothing of it is done yet.

import { closeSync, copyFileSync, openSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import { listOf, membersOf } from '../acp/fields.js';
import { invalidParams, RpcError, rpcCodes } from '../acp/rpc-error.js';
import { syncFile, writeAtomically } from '../disk/atomic.js';
import { makeFolders } from '../disk/folders.js';
import { isThere } from '../disk/is-there.js';
import { readText } from '../disk/read.js';
import { isBranchName, makeRepository, missingOf, takeBundle } from '../git/bundle.js';
import { branchTip, isAncestor } from '../git/checked-out.js';
import { copyBytes } from '../session/spare-copy.js';
import { beginsWith, readArrived } from './arriving-log.js';
import { contentDigest } from './content-digest.js';
import type { Destination } from './destination.js';
import { expectedTree } from './expected-tree.js';
import { keptManifest } from './manifest.js';
import { type Obstacle, obstacle } from './obstacles.js';
import { isAsExpected } from './put-files.js';
import type { ReceivingServices } from './receiving-services.js';
import type { Staging } from './staging.js';
import { inTheWay, obeyedChanges, targetState } from './target-state.js';
import { stagedFiles, type TreeFile, treeEntryFrom } from './tree-entry.js';
import type { Offer } from './wire.js';

export interface Staged {
  readonly offer: Offer;
  readonly destination: Destination;
  readonly staging: Staging;
}

/** What is to be done with the workspace. */
export interface Plan {
  readonly remove: readonly string[];
  readonly files: readonly { readonly file: TreeFile; readonly id?: string }[];
}

export async function stageArrival(staged: Staged, services: ReceivingServices): Promise<object> {
  const { offer, destination, staging } = staged;
  const head = stagedLog(staged);
  const wrong = await services.wrongIn(staging.log);
  if (wrong !== undefined) throw unverified(`the log does not verify: ${wrong.slice(0, 300)}`);
  const repository = offer.git === undefined ? undefined : await stagedCommits(staged);
  const { entries, index } = keptManifest(staging);
  const { files, digest } = await expectedTree(repository, offer.git?.commit, entries, offer.tree.bytes);
  refuseOnTheWay(files, destination);
  if (digest !== offer.tree.digest) throw unverified('the files are not those that were offered');
  const expected = Array.from(files.values(), ({ file }) => file);
  for (const { file, id } of files.values())
    if (file.kind === 'file' && id === undefined && !isAsExpected(destination.root, file))
      requireContent(staging, file.digest);
  for (const entry of index) if (entry.digest !== undefined) requireContent(staging, entry.digest);
  const { obstacles, replaceable } = await targetState(
    destination,
    offer.git !== undefined,
    services.env['HOME'],
  );
  const covered = inTheWay(destination.root, expected, replaceable);
  const obeyed = services.trusting
    ? []
    : obeyedChanges(destination.root, [...expected, ...stagedFiles(index)]);
  refuseObstacles([
    ...obstacles,
    ...(covered.length > 0 ? [obstacle('target_dirty', covered)] : []),
    ...(obeyed.length > 0 ? [obstacle('obeyed_files', obeyed)] : []),
  ]);
  const plan: Plan = {
    remove: [...replaceable].filter((path) => !files.has(path)),
    files: [...files.values()],
  };
  writeAtomically(staging.plan, JSON.stringify(plan), 0o600);
  staging.keep({ phase: 'staged', offer, root: destination.root, log: destination.log });
  return { head, tree: digest };
}

/** The log is put below folders that are folders. */
function refuseOnTheWay(files: ReadonlyMap<string, unknown>, { root, log }: Destination): void {
  const way = relative(root, dirname(log)).split(sep);
  if (way[0] === '..') return;
  if (way.some((_, i) => files.has(way.slice(0, i + 1).join('/'))))
    throw invalidParams('a link or a file is in the place of the session’s folder');
}

export function refuseObstacles(obstacles: readonly Obstacle[]): void {
  if (obstacles.length > 0)
    throw new RpcError(rpcCodes.internalError, 'something else is in its place', {
      code: 'teleport_obstructed',
      obstacles,
    });
}

function unverified(says: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, says, { code: 'teleport_unverified' });
}

/** The log is what came, behind what was here already. */
function stagedLog({ offer, destination, staging }: Staged): string {
  const { earlier, log: there } = destination;
  if (earlier !== undefined && earlier.bytes > 0) {
    const whole = `${staging.log}.whole`;
    copyFileSync(there, whole);
    truncateSync(whole, earlier.bytes);
    if (isThere(staging.log)) appendFile(staging.log, whole, earlier.bytes);
    renameSync(whole, staging.log);
  }
  syncFile(staging.log);
  const { head, bytes } = readArrived(staging.log, offer);
  if (head.hash !== offer.log.head || bytes !== offer.log.bytes)
    throw unverified('the log is not the one that was offered');
  if (earlier !== undefined && !beginsWith(staging.log, there, earlier.bytes))
    throw unverified('the log does not begin with what is known of it here');
  return head.hash;
}

function appendFile(from: string, to: string, offset: number): void {
  const [source, sink] = [openSync(from, 'r'), openSync(to, 'r+')];
  try {
    copyBytes(source, Number.MAX_SAFE_INTEGER, sink, offset);
  } finally {
    closeSync(source);
    closeSync(sink);
  }
}

/** Objects without a name: nothing in the repository that is there changes by them. */
async function stagedCommits({ offer, destination, staging }: Staged): Promise<string> {
  const { git } = offer;
  if (git === undefined) throw new TypeError('there is no commit to stage');
  const { root, repository } = destination;
  const top = repository === undefined ? staging.repository : root;
  if (repository === undefined) {
    rmSync(staging.repository, { recursive: true, force: true });
    makeFolders(staging.repository, 0o700);
    makeRepository(staging.repository, git.commit.length === 40 ? 'sha1' : 'sha256');
  }
  if (git.branch !== undefined && !(await isBranchName(top, git.branch)))
    throw invalidParams('branch is not a valid branch name');
  const wrong = isThere(staging.bundle)
    ? await takeBundle(top, staging.bundle, git.commit)
    : await missingOf(top, git.commit);
  if (wrong !== undefined) throw unverified(`the commits cannot be used: ${wrong.slice(0, 300)}`);
  if (repository !== undefined) await refuseDiverged(root, repository, git);
  return top;
}

/** No commit that is there may lose its branch. */
async function refuseDiverged(
  root: string,
  repository: Destination['repository'],
  git: NonNullable<Offer['git']>,
) {
  const tip = git.branch === undefined ? undefined : await branchTip(root, git.branch);
  const detached =
    repository !== undefined && repository.branch === undefined ? repository.commit : undefined;
  for (const earlier of [tip, detached])
    if (earlier !== undefined && !(await isAncestor(root, earlier, git.commit)))
      refuseObstacles([obstacle('target_diverged', [git.branch ?? 'HEAD'])]);
}

function requireContent(staging: Staging, digest: string): void {
  const path = staging.content(digest);
  if (!isThere(path) || contentDigest(path, 'sha1').digest !== digest)
    throw unverified('a file did not come as it was offered');
}

export function keptPlan(staging: Staging): Plan {
  const { remove, files } = membersOf(JSON.parse(readText(staging.plan)));
  return {
    remove: listOf(remove).filter((path) => typeof path === 'string'),
    files: listOf(files).map((one) => {
      const { file, id } = membersOf(one);
      const entry = treeEntryFrom(file);
      if (entry.kind === 'gone') throw new TypeError('a plan holds files only');
      return { file: entry, ...(typeof id === 'string' && { id }) };
    }),
  };
}
