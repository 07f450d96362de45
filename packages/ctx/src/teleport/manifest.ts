// The manifest of a workspace that comes: what of it is here already, and what stands in its way.

import { rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { listOf, membersOf } from '../acp/fields.js';
import { writeAtomically } from '../disk/atomic.js';
import { makeFolders } from '../disk/folders.js';
import { isThere } from '../disk/is-there.js';
import { readText } from '../disk/read.js';
import { contentDigest } from './content-digest.js';
import { type Destination, freeBytesAt } from './destination.js';
import { type Obstacle, obstacle } from './obstacles.js';
import { isAsExpected } from './put-files.js';
import type { ReceivingServices } from './receiving-services.js';
import type { Staging } from './staging.js';
import { inTheWay, obeyedChanges, targetState } from './target-state.js';
import {
  type IndexEntry,
  indexEntryFrom,
  stagedFiles,
  type TreeEntry,
  type TreeFile,
  treeEntryFrom,
} from './tree-entry.js';
import type { Offer } from './wire.js';

export interface KeptManifest {
  readonly entries: readonly TreeEntry[];
  readonly index: readonly IndexEntry[];
}

interface WholeManifest extends KeptManifest {
  readonly end: { readonly bundle: number; readonly log: number };
}

interface For {
  readonly offer: Offer;
  readonly destination: Destination;
}

export interface Assessed {
  readonly obstacles: readonly Obstacle[];
  readonly wanted: readonly string[];
  /** By the name of what may be put: how many bytes it has. */
  readonly sizes: ReadonlyMap<string, number>;
}

export async function assessManifest(
  manifest: WholeManifest,
  { offer, destination }: For,
  staging: Staging,
  services: ReceivingServices,
): Promise<Assessed> {
  const { root } = destination;
  const files = manifest.entries.filter((entry): entry is TreeFile => entry.kind !== 'gone');
  const state = await targetState(destination, offer.git !== undefined, services.env['HOME']);
  const covered = inTheWay(root, files, state.replaceable);
  const obeyed = services.trusting ? [] : obeyedChanges(root, [...files, ...stagedFiles(manifest.index)]);
  const sizes = new Map<string, number>();
  for (const entry of files)
    if (entry.kind === 'file' && !isAsExpected(root, entry)) sizes.set(entry.digest, entry.size);
  for (const { digest, size } of manifest.index)
    if (digest !== undefined && size !== undefined) sizes.set(digest, size);
  for (const [digest, size] of sizes)
    if (isStaged(staging.content(digest), digest, size)) sizes.delete(digest);
  const wanted = [...sizes.keys()];
  const coming = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const isNew = destination.repository === undefined && offer.git !== undefined;
  // Staged first and then put in its place: for a moment all of it is there twice.
  const needed =
    2 * (coming + manifest.end.bundle + manifest.end.log) + (isNew ? offer.tree.bytes : 0) + reserve;
  const free = Math.min(freeBytesAt(staging.folder), freeBytesAt(root));
  if (manifest.end.bundle > 0) sizes.set('bundle', manifest.end.bundle);
  if (manifest.end.log > 0) sizes.set('log', manifest.end.log);
  return {
    wanted,
    sizes,
    obstacles: [
      ...state.obstacles,
      ...(covered.length > 0 ? [obstacle('target_dirty', covered)] : []),
      ...(obeyed.length > 0 ? [obstacle('obeyed_files', obeyed)] : []),
      ...(needed > free ? [obstacle('disk_full', [root], `${needed} ${free}`)] : []),
    ],
  };
}

/** What git's own bookkeeping and the folders take. */
const reserve = 1 << 20;

function isStaged(path: string, digest: string, size: number): boolean {
  if (!isThere(path) || statSync(path).size !== size) return false;
  return contentDigest(path, 'sha1').digest === digest;
}

/** From here on it is known, also after this process. What came before of log and commits comes again. */
export function keepManifest(
  staging: Staging,
  { entries, index }: KeptManifest,
  { offer, destination }: For,
): void {
  makeFolders(dirname(staging.manifest), 0o700);
  for (const path of [staging.log, staging.bundle, staging.repository, staging.plan])
    rmSync(path, { recursive: true, force: true });
  writeAtomically(staging.manifest, JSON.stringify({ entries, index }), 0o600);
  staging.keep({ phase: 'receiving', offer, root: destination.root, log: destination.log });
  for (const { digest, size } of [...entries.filter((entry) => entry.kind === 'file'), ...index])
    if (digest !== undefined && !isStaged(staging.content(digest), digest, size ?? 0))
      rmSync(staging.content(digest), { force: true });
}

export function keptManifest(staging: Staging): KeptManifest {
  const { entries, index } = membersOf(JSON.parse(readText(staging.manifest)));
  return { entries: listOf(entries).map(treeEntryFrom), index: listOf(index).map(indexEntryFrom) };
}
