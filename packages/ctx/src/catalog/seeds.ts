// The entries that the interests name directly, by text ranking: the walk starts from these.

import { impactScale } from './index/format.js';
import type { CatalogIndex } from './index/read.js';
import { rarity } from './index/terms.js';
import type { Interest } from './interests.js';

/** One interest's share in an entry's score. */
export interface Part {
  readonly interest: Interest;
  readonly score: number;
}

export interface Seed {
  readonly node: number;
  readonly score: number;
  /** The strongest first. */
  readonly parts: readonly Part[];
}

/** Of a term that very many entries have, the strongest so many are looked at. */
const mostPostings = 128;
/** So many of the entries with the highest plain sums are looked at closely. */
const mostSeeds = 100;

interface Found {
  readonly interest: Interest;
  readonly worth: number;
  /** Pairs of a node and its impact. */
  readonly postings: Uint32Array;
}

/** Best first; equal scores in the order of the nodes. */
export function seedsOf(index: CatalogIndex, interests: readonly Interest[]): Seed[] {
  const found = interests.flatMap((interest): Found[] => {
    const term = index.term(interest.term);
    if (term === undefined) return [];
    const worth = (interest.weight * rarity(term.having, index.meta.nodes)) / impactScale;
    return [{ interest, worth, postings: term.postings(mostPostings) }];
  });
  // A map, because an array for all nodes would touch more pages of memory than there are sums.
  const sums = new Map<number, number>();
  for (const { worth, postings } of found) {
    for (let i = 0; i < postings.length; i += 2) {
      const node = postings[i] ?? 0;
      sums.set(node, (sums.get(node) ?? 0) + worth * (postings[i + 1] ?? 0));
    }
  }
  const parts = new Map<number, Part[]>(strongest(sums, mostSeeds).map((node) => [node, []]));
  for (const { interest, worth, postings } of found) {
    for (let i = 0; i < postings.length; i += 2) {
      parts.get(postings[i] ?? 0)?.push({ interest, score: worth * (postings[i + 1] ?? 0) });
    }
  }
  const seeds = [...parts].map(([node, own]) => ({ node, score: total(own), parts: own }));
  return seeds.sort((a, b) => b.score - a.score || a.node - b.node);
}

/** The strongest counts whole, each further one less: many weak signs do not make a strong one. */
function total(parts: Part[]): number {
  parts.sort((a, b) => b.score - a.score || (a.interest.term < b.interest.term ? -1 : 1));
  let sum = 0;
  parts.forEach((part, i) => {
    sum += part.score / (1 + 0.4 * i);
  });
  return sum;
}

/** The nodes with the highest values; equal values in the order of the nodes. */
function strongest(values: ReadonlyMap<number, number>, count: number): number[] {
  const sorted = Float64Array.from(values.values()).sort();
  const least = sorted[Math.max(0, sorted.length - count)] ?? 0;
  // As many as share the last place stay in for now: a number must decide between them, not the order of reading.
  const kept = [...values].filter(([, value]) => value >= least);
  kept.sort(([a, ofA], [b, ofB]) => ofB - ofA || a - b);
  return kept.slice(0, count).map(([node]) => node);
}
