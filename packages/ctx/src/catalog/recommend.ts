// From interests to a small bundle: seeds, walk, then fit, quality, freshness and what is there already.

import { technologies } from '../scan/technology.js';
import { compareTexts } from '../text/order.js';
import type { Entry } from './entry.js';
import { fitOf } from './fit.js';
import { dayOf, freshnessOf, isRetired, qualityOf } from './index/quality.js';
import type { CatalogIndex } from './index/read.js';
import { nameTerm, packageTerm } from './index/terms.js';
import type { Installed } from './installed.js';
import type { Interest } from './interests.js';
import { type Kind, kinds } from './kinds.js';
import { type Part, type Seed, seedsOf } from './seeds.js';
import { type Walk, walkFrom } from './walk.js';

export interface Wish {
  readonly interests: readonly Interest[];
  readonly installed: readonly Installed[];
  /** How many of each kind. */
  readonly each: number;
}

/** Everything that went into one entry's place. */
export interface Scored {
  readonly node: number;
  readonly entry: Entry;
  readonly score: number;
  readonly direct: number;
  readonly walked: number;
  readonly fit: number;
  readonly quality: number;
  readonly freshness: number;
  readonly parts: readonly Part[];
}

export interface Bundle {
  /** The chosen, best first over all kinds. */
  readonly chosen: readonly Scored[];
  readonly installed: readonly Scored[];
  /** Every entry that was scored, chosen or not. */
  readonly scored: ReadonlyMap<number, Scored>;
  readonly walk: Walk;
  readonly interests: readonly Interest[];
  readonly seeds: readonly Seed[];
}

const walkShare = 0.25;
/** So many of the best of each kind are looked at closely. */
const candidates = 16;
/** Where something answers the task, what only fits the repository weighs so much. */
const unaskedShare = 0.25;
/** Below this share of the best, a recommendation is noise. */
const leastShare = 0.12;

export function recommend(index: CatalogIndex, wish: Wish): Bundle {
  const seeds = seedsOf(index, wish.interests);
  const walk = walkFrom(index, seeds);
  const here = installedNodes(index, wish.installed);
  const scored = scoreAll(index, seeds, walk, wish.interests);
  const ranked = [...scored.values()].sort(
    (a, b) => b.score - a.score || compareTexts(a.entry.id, b.entry.id),
  );
  const fresh = ranked.filter(({ node }) => !here.has(node));
  const least = (fresh[0]?.score ?? 0) * leastShare;
  const asked = fresh.filter(isAskedFor);
  const chosen = kinds.flatMap((kind) => diverse(asked, kind, wish.each, least));
  return {
    chosen: chosen.sort(
      (a, b) =>
        Number(isRetired(a.entry)) - Number(isRetired(b.entry)) ||
        b.score - a.score ||
        compareTexts(a.entry.id, b.entry.id),
    ),
    installed: ranked.filter(({ node }) => here.has(node)),
    scored,
    walk,
    interests: wish.interests,
    seeds,
  };
}

function isOfTask({ interest }: Part): boolean {
  return interest.from === 'task';
}

/** A harness is chosen by people. Only agents' own files, or the task, say that one is wanted. */
function isAskedFor({ entry, parts }: Scored): boolean {
  if (entry.kind !== 'harness') return true;
  return parts.some((part) => isOfTask(part) || part.interest.category === 'ai_tooling');
}

function scoreAll(
  index: CatalogIndex,
  seeds: readonly Seed[],
  walk: Walk,
  interests: readonly Interest[],
): Map<number, Scored> {
  const strongest = Math.max(seeds[0]?.score ?? 0, Number.MIN_VALUE);
  const farthest = Math.max(walk.most, Number.MIN_VALUE);
  const direct = new Map(seeds.map((seed) => [seed.node, seed]));
  const nodes = new Set([...direct.keys(), ...walk.nodes]);
  const rough = Array.from(nodes, (node) => {
    const named = (direct.get(node)?.score ?? 0) / strongest;
    const walked = Math.sqrt(walk.massOf(node) / farthest);
    return { node, named, walked, sum: named * (1 - walkShare) + walked * walkShare };
  });
  rough.sort((a, b) => b.sum - a.sum || a.node - b.node);
  const wanted = new Set(interests.map(({ label }) => label));
  const hasTask = seeds.some(({ parts }) => parts.some(isOfTask));
  const known = technologies();
  const newest = dayOf(index.meta.newest === '' ? undefined : index.meta.newest);
  const scored = new Map<number, Scored>();
  const left = new Map(kinds.map((kind) => [kind, candidates]));
  for (const { node, named, walked, sum } of rough) {
    const room = left.get(index.kindOf(node)) ?? 0;
    if (room === 0) continue;
    left.set(index.kindOf(node), room - 1);
    const entry = index.entry(node);
    const quality = qualityOf(entry);
    const fit = fitOf(entry, wanted, known);
    const freshness = freshnessOf(dayOf(entry.updated), newest);
    const parts = direct.get(node)?.parts ?? [];
    const asked = !hasTask || parts.some(isOfTask) ? 1 : unaskedShare;
    const score = sum * fit * asked * (0.6 + 0.4 * quality) * freshness;
    scored.set(node, {
      node,
      entry,
      score: rounded(score),
      direct: rounded(named),
      walked: rounded(walked),
      fit: rounded(fit),
      quality: rounded(quality),
      freshness: rounded(freshness),
      parts,
    });
  }
  return scored;
}

/**
 * The best of a kind, but not five times the same: each further one with the same reason weighs less. What its makers gave up
 * comes behind everything that is kept, and never alone.
 */
function diverse(ranked: readonly Scored[], kind: Kind, count: number, least: number): Scored[] {
  const fitting = ranked.filter(({ entry, score }) => entry.kind === kind && score > 0 && score >= least);
  const kept = mixed(
    fitting.filter(({ entry }) => !isRetired(entry)),
    count,
  );
  if (kept.length === 0) return [];
  const names = new Set(kept.map(({ entry }) => entry.name));
  const retired = fitting.filter(({ entry }) => isRetired(entry) && !names.has(entry.name));
  return [...kept, ...mixed(retired, count - kept.length)];
}

function mixed(fitting: readonly Scored[], count: number): Scored[] {
  const left = [...fitting];
  const chosen: Scored[] = [];
  const reasons = new Map<string, number>();
  const names = new Set<string>();
  while (chosen.length < count && left.length > 0) {
    let best = 0;
    let bestScore = -1;
    left.forEach((candidate, i) => {
      const score = candidate.score * 0.85 ** (reasons.get(reasonOf(candidate)) ?? 0);
      if (score > bestScore) [best, bestScore] = [i, score];
    });
    const [next] = left.splice(best, 1);
    if (next === undefined || names.has(next.entry.name)) continue;
    chosen.push(next);
    names.add(next.entry.name);
    reasons.set(reasonOf(next), (reasons.get(reasonOf(next)) ?? 0) + 1);
  }
  return chosen;
}

function reasonOf(scored: Scored): string {
  return scored.parts[0]?.interest.label ?? '';
}

/** Catalog entries that are installed: by package, else by kind and name. */
function installedNodes(index: CatalogIndex, installed: readonly Installed[]): Set<number> {
  const found = new Set<number>();
  for (const { kind, name, packages } of installed) {
    const terms = [...packages.map(packageTerm), nameTerm(name)];
    for (const term of terms) {
      const postings = index.term(term)?.postings(50) ?? [];
      for (let i = 0; i < postings.length; i += 2) {
        const node = postings[i] ?? 0;
        if (index.kindOf(node) === kind) found.add(node);
      }
    }
  }
  return found;
}

function rounded(number: number): number {
  return Math.round(number * 10_000) / 10_000;
}
