// Two pads that both come from a third, entry by entry. Nothing that either has is lost.

import { isDeepStrictEqual } from 'node:util';
import type { Pad, PadEntry } from './document.js';

export interface MergedPad {
  readonly pad: Pad;
  /** Entries of theirs that came in under a new number. */
  readonly added: readonly number[];
  /** Entries of ours that they had removed. */
  readonly removed: readonly number[];
  /** Entries that both changed in different ways: ours keeps its number, theirs stands behind under another. */
  readonly doubled: readonly { readonly id: number; readonly theirs: number }[];
}

/** An id of the base is the same entry on both sides; any other was given away by each on its own. */
export function mergePads(base: Pad, ours: Pad, theirs: Pad): MergedPad {
  const was = byId(base);
  const yours = byId(theirs);
  const added: number[] = [];
  const removed: number[] = [];
  const doubled: { id: number; theirs: number }[] = [];
  const kept: PadEntry[] = [];
  for (const entry of ours.entries) {
    const [old, other] = [was.get(entry.id), yours.get(entry.id)];
    if (old === undefined) kept.push(entry);
    else if (other === undefined && isDeepStrictEqual(entry, old)) removed.push(entry.id);
    else kept.push(other !== undefined && isDeepStrictEqual(entry, old) ? other : entry);
  }
  let next = Math.max(ours.next, theirs.next);
  const isThere = (entry: PadEntry) =>
    kept.some((other) => isDeepStrictEqual({ ...other, id: entry.id }, entry));
  for (const entry of theirs.entries) {
    const old = was.get(entry.id);
    // What they did not touch is as we have it, or gone because we removed it.
    if (isDeepStrictEqual(entry, old) || isThere(entry)) continue;
    const isFree = old === undefined ? entry.id >= ours.next : !kept.some(({ id }) => id === entry.id);
    const id = isFree ? entry.id : next;
    if (!isFree) next += 1;
    if (old !== undefined && !isFree) doubled.push({ id: entry.id, theirs: id });
    else added.push(id);
    kept.push({ ...entry, id });
  }
  return { pad: { next, entries: kept }, added, removed, doubled };
}

function byId({ entries }: Pad): Map<number, PadEntry> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}
