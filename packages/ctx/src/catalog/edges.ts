// How entries belong together: what they say themselves, shared tags, a shared bundle, much the same words.

import type { Entry, Relation } from './entry.js';
import { wider } from './index/columns.js';

export const edgeKinds = ['requires', 'with', 'similar', 'tag'] as const;

export type EdgeKind = (typeof edgeKinds)[number];

/** Undirected; `from` is the smaller number. */
export interface Edges {
  readonly count: number;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly weight: Uint8Array;
  readonly kind: Uint8Array;
  readonly reason: Uint32Array;
  readonly reasons: readonly string[];
  /** Relations to ids that nobody has. */
  readonly dangling: number;
  readonly byKind: Readonly<Record<EdgeKind, number>>;
}

/** A row has room for so many different reasons; the rest share the first. */
const mostReasons = 1 << 22;

const weights: Readonly<Record<EdgeKind, number>> = { requires: 255, with: 220, similar: 120, tag: 60 };

/** So many neighbours an entry gets through one tag; a tag that everybody has says little. */
const perTag = 3;
const commonTag = 0.02;

export function edgesOf(entries: readonly Entry[], numbers: ReadonlyMap<string, number>): Edges {
  const edges = collector();
  let dangling = 0;
  entries.forEach((entry, from) => {
    for (const kind of ['requires', 'with', 'similar'] as const) {
      for (const relation of entry[kind] ?? []) {
        const to = numbers.get(relation.id);
        if (to === undefined) dangling++;
        else if (to !== from) edges.add(from, to, kind, reasonOf(kind, entry, relation));
      }
    }
  });
  linkGroups(
    entries,
    (entry) => (entry.bundle === undefined ? [] : [entry.bundle]),
    (from, to, bundle) => {
      edges.add(from, to, 'with', `both come with ${bundle}`);
    },
  );
  linkGroups(
    entries,
    (entry) => [`${entry.kind} ${entry.name}`],
    (from, to) => {
      edges.add(from, to, 'similar', `both are called ${entries[from]?.name}`);
    },
  );
  linkGroups(
    entries,
    (entry) => entry.tags,
    (from, to, tag, share) => {
      const alike = sharedTags(entries[from]?.tags ?? [], entries[to]?.tags ?? []);
      if (alike !== undefined) edges.add(from, to, 'similar', `both are tagged ${alike.join(', ')}`);
      else edges.add(from, to, 'tag', `both are tagged ${tag}`, share > commonTag ? 0.5 : 1);
    },
  );
  return { ...edges.finish(), dangling };
}

function reasonOf(kind: 'requires' | 'with' | 'similar', entry: Entry, relation: Relation): string {
  if (relation.reason !== undefined) return relation.reason;
  if (kind === 'requires') return `${entry.name} needs it`;
  return kind === 'with' ? `${entry.name} is used with it` : `${entry.name} does much the same`;
}

/** The tags of both, where most of them are; two entries that are tagged alike do much the same. */
function sharedTags(a: readonly string[], b: readonly string[]): string[] | undefined {
  const shared = a.filter((tag) => b.includes(tag));
  return shared.length >= 2 && shared.length / (a.length + b.length - shared.length) >= 0.6
    ? shared
    : undefined;
}

/** Each member is linked to the next few of its group, in a ring: every group hangs together, none explodes. */
function linkGroups(
  entries: readonly Entry[],
  groupsOf: (entry: Entry) => readonly string[],
  link: (from: number, to: number, group: string, share: number) => void,
) {
  const groups = new Map<string, number[]>();
  entries.forEach((entry, number) => {
    for (const group of groupsOf(entry)) {
      const members = groups.get(group);
      if (members === undefined) groups.set(group, [number]);
      else members.push(number);
    }
  });
  for (const [group, members] of groups) {
    const reach = Math.min(perTag, Math.floor(members.length / 2));
    const share = members.length / entries.length;
    members.forEach((from, i) => {
      for (let step = 1; step <= reach; step++) {
        const to = members[(i + step) % members.length];
        if (to !== undefined && to !== from) link(from, to, group, share);
      }
    });
  }
}

/** Edges in columns: millions of them as objects would need gigabytes. */
function collector() {
  let capacity = 1 << 16;
  let from = new Uint32Array(capacity);
  let to = new Uint32Array(capacity);
  let weight = new Uint8Array(capacity);
  let kind = new Uint8Array(capacity);
  let reason = new Uint32Array(capacity);
  /** Hash table from a pair of nodes to its edge, plus one; twice as large as there are edges. */
  let slots = new Uint32Array(capacity * 2);
  let count = 0;
  const reasons = numbered('they belong together');
  const byKind = { requires: 0, with: 0, similar: 0, tag: 0 };

  /** The edge between two nodes, or the slot where it would stand. */
  const slotOf = (low: number, high: number) => {
    const mask = slots.length - 1;
    let slot = (Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b)) & mask;
    for (;;) {
      const edge = (slots[slot] ?? 0) - 1;
      if (edge === -1 || (from[edge] === low && to[edge] === high)) return slot;
      slot = (slot + 1) & mask;
    }
  };
  const grow = () => {
    capacity *= 2;
    from = wider(from, new Uint32Array(capacity));
    to = wider(to, new Uint32Array(capacity));
    weight = wider(weight, new Uint8Array(capacity));
    kind = wider(kind, new Uint8Array(capacity));
    reason = wider(reason, new Uint32Array(capacity));
    slots = new Uint32Array(capacity * 2);
    for (let edge = 0; edge < count; edge++) slots[slotOf(from[edge] ?? 0, to[edge] ?? 0)] = edge + 1;
  };
  return {
    /** A second edge between the same two makes the first one stronger. */
    add(a: number, b: number, edgeKind: EdgeKind, text: string, share = 1) {
      if (count === capacity) grow();
      const [low, high] = a < b ? [a, b] : [b, a];
      const strength = Math.round(weights[edgeKind] * share);
      const slot = slotOf(low, high);
      const there = (slots[slot] ?? 0) - 1;
      if (there !== -1) {
        weight[there] = Math.min(255, (weight[there] ?? 0) + (strength >> 1));
        return;
      }
      slots[slot] = count + 1;
      from[count] = low;
      to[count] = high;
      weight[count] = strength;
      kind[count] = edgeKinds.indexOf(edgeKind);
      reason[count] = reasons.numberOf(text);
      byKind[edgeKind]++;
      count++;
    },
    finish: () => ({ count, from, to, weight, kind, reason, reasons: reasons.all, byKind }),
  };
}

/** Texts by number, each once. The first stands for all that there is no room for. */
function numbered(first: string) {
  const all = [first];
  const numbers = new Map<string, number>();
  return {
    all,
    numberOf(text: string): number {
      const there = numbers.get(text);
      if (there !== undefined) return there;
      if (all.length === mostReasons) return 0;
      const next = all.push(text) - 1;
      numbers.set(text, next);
      return next;
    },
  };
}
