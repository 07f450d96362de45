// The locks in the places where ctx writes, and who holds them.

import { lockOwner } from '../disk/lock.js';
import type { LockOwner } from '../disk/lock-owner.js';
import { type Diagnosis, ok } from './check.js';
import { shownIn } from './leftovers.js';
import { entriesOfOwnPlaces, type OwnPlaces } from './own-places.js';

export interface HeldLock {
  readonly path: string;
  readonly owner: LockOwner;
}

export function heldLocks(places: OwnPlaces): HeldLock[] {
  const held: HeldLock[] = [];
  for (const { name, path } of entriesOfOwnPlaces(places)) {
    const owner = /\.lock(\.[0-9a-f]{8})?$/.test(name) ? lockOwner(path) : undefined;
    // An empty file that was just made is a lock of ours for a moment, and one of other programs for good.
    if (owner !== undefined && owner.pid > 0) held.push({ path, owner });
  }
  return held;
}

export function checkLocks(places: OwnPlaces): Diagnosis {
  const held = heldLocks(places);
  const said = ({ path, owner }: HeldLock) => `${shownIn(places.root, path)} by ${ownerWords(owner)}`;
  const unseen = held.filter(({ owner }) => owner.unseen !== undefined);
  if (unseen.length > 0) {
    return {
      state: 'warning',
      says: `held, and ctx cannot see from here whether the owner still runs: ${unseen.map(said).join(', ')}`,
      fix: 'ctx unlock, once you know that it does not',
    };
  }
  return ok(held.length === 0 ? 'none is held' : `held: ${held.map(said).join(', ')}`);
}

export function ownerWords({ pid, host, since, unseen }: LockOwner): string {
  const where = unseen === 'other_namespace' ? ' in another container' : '';
  return `process ${pid}${where} on ${host} since ${since}`;
}
