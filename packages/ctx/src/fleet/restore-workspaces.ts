// The workspaces of a session that is taken over, put back as its log says they were. A scratch copy is made anew; the worker's own
// files are touched only where nobody's work is lost.

import { join } from 'node:path';
import { discardScratch, scratchCopy } from '../agent/scratch.js';
import { ownPaths } from '../runs/own-paths.js';
import type { SharedLog } from '../store/fleet-store.js';
import { restoreWorkspace } from '../teleport/restore-workspace.js';
import { Unkept } from '../teleport/workspace-tree.js';
import { type KeptWorkspace, keptWorkspaces } from './kept-workspaces.js';

export interface KeptSnapshot {
  readonly tree: string;
  readonly base?: string | undefined;
}

export interface Restored {
  /** The snapshots that were put back. */
  readonly trees: readonly string[];
  /** What the log knows of each workspace, by its folder. */
  readonly known: ReadonlyMap<string, KeptSnapshot>;
}

export interface Restoring {
  readonly root: string;
  readonly session_id: string;
  /** Its log, here. */
  readonly path: string;
  /** Whoever had it last worked in this very folder: files of the project itself are as that one left them. */
  readonly wasHere: boolean;
  readonly log: Pick<SharedLog, 'keptFiles'>;
  /** The project's own files stay as they are. */
  readonly scratchAlone?: boolean;
}

/** In one word, and what it is about, why nobody can go on with it here. */
export type Unrestored = { readonly unrestored: string };

export async function restoreWorkspaces(restoring: Restoring): Promise<Restored | Unrestored> {
  const { root, session_id, path } = restoring;
  discardScratch(root, session_id);
  const trees: string[] = [];
  const known = new Map<string, KeptSnapshot>();
  try {
    for (const kept of keptWorkspaces(path)) {
      const { scratch = false, workspace } = kept.settings;
      if (restoring.scratchAlone === true && !scratch) continue;
      const isLeft = restoring.wasHere && !scratch;
      const folder = scratch ? scratchCopy(root, workspace, session_id) : join(root, workspace);
      if (kept.snapshot !== undefined) known.set(folder, kept.snapshot);
      if (isLeft) continue;
      trees.push(await restored(folder, kept, restoring));
    }
    return { trees, known };
  } catch (error) {
    if (error instanceof Unkept) return { unrestored: error.message };
    throw error;
  }
}

async function restored(
  folder: string,
  { settings: { scratch }, snapshot, unkept }: KeptWorkspace,
  { root, path, log }: Restoring,
): Promise<string> {
  if (snapshot === undefined || unkept !== undefined) throw new Unkept('workspace_unkept');
  const packed = await log.keptFiles(snapshot.tree);
  if (packed === undefined) throw new Unkept('snapshot_missing', snapshot.tree);
  const own = ownPaths(root, path);
  await restoreWorkspace({ root: folder, own, isScratch: scratch === true }, packed, snapshot);
  return snapshot.tree;
}
