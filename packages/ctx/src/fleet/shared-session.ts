// A session in a store that other machines share, as its runs need it: where records go, whose it is, and where workspaces are kept.

import { hostname } from 'node:os';
import type { Keeper } from '../agent/ports.js';
import type { SharedSession } from '../runs/run-services.js';
import type { Claim, SharedLog } from '../store/fleet-store.js';
import { workspaceKeeper } from '../teleport/keep-workspace.js';
import type { KeptSnapshot, Restored } from './restore-workspaces.js';

/** Of one that was taken over: what its workspaces were put back to, and what the log knows of each. */
export function sharedSession(claim: Claim, log: SharedLog, restored?: Restored): SharedSession {
  const keepers = new Map<string, Keeper>();
  const known: ReadonlyMap<string, KeptSnapshot> = restored?.known ?? new Map();
  return {
    epoch: claim.epoch,
    owner: `${hostname()}/${process.pid}`,
    commit: (lines) => log.commit(lines),
    restored: restored?.trees ?? [],
    keeperFor(place) {
      const keeper =
        keepers.get(place.root) ??
        workspaceKeeper(place, (tree, packed) => log.keepFiles(tree, packed), known.get(place.root));
      keepers.set(place.root, keeper);
      return keeper;
    },
  };
}
