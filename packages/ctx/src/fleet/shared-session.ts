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
  const inUse = new TreesInUse(known);
  return {
    epoch: claim.epoch,
    owner: `${hostname()}/${process.pid}`,
    commit: (lines) => log.commit(lines),
    restored: restored?.trees ?? [],
    keeperFor(place) {
      const keeper =
        keepers.get(place.root) ??
        workspaceKeeper(
          place,
          async (tree, packed) => {
            await log.keepFiles(tree, packed, inUse.all());
            inUse.add(place.root, tree);
          },
          known.get(place.root),
        );
      keepers.set(place.root, keeper);
      return keeper;
    },
  };
}

/**
 * Of each workspace: the one that is about to be kept, one whose record may be on its way, and the one before, which the store's log names
 * surely, because nothing starts before that is settled.
 */
const mostInUse = 3;

/** The snapshots that somebody who takes the session over could need, workspace by workspace. */
class TreesInUse {
  readonly #trees = new Map<string, readonly string[]>();

  constructor(known: ReadonlyMap<string, KeptSnapshot>) {
    for (const [root, { tree }] of known) this.#trees.set(root, [tree]);
  }

  add(root: string, tree: string): void {
    this.#trees.set(root, [...(this.#trees.get(root) ?? []), tree].slice(1 - mostInUse));
  }

  all(): string[] {
    return [...this.#trees.values()].flat();
  }
}
