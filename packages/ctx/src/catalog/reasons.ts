// Why an entry is recommended, in words, and the whole way to it for who asks.

import type { CatalogIndex } from './index/read.js';
import type { Bundle, Scored } from './recommend.js';

/** “package.json depends on fastify.”, or by way of another entry. */
export function reasonFor(index: CatalogIndex, bundle: Bundle, scored: Scored): string {
  const [first, second] = scored.parts.slice(0, 2).map(({ interest }) => interest.because());
  if (first !== undefined) return sentence(together(first, second));
  const step = bundle.walk.stepInto(scored.node);
  return step === undefined
    ? 'It is related to entries that fit.'
    : sentence(`it goes with ${index.entry(step.from).name}: ${step.reason}`);
}

/** Names of files keep their small letters; words of ours begin with a capital. */
export function sentence(words: string): string {
  const begun = /^(it|the|nothing) /.test(words) ? words.charAt(0).toUpperCase() + words.slice(1) : words;
  return /[.!?…”]$/.test(begun) && !begun.endsWith('”') ? begun : `${begun}.`;
}

/** “package.json depends on fastify and zod”: what both say is said once. */
function together(first: string, second: string | undefined): string {
  if (second === undefined || second === first) return first;
  const [, same, other] = /^(.+ (?:depends on|runs|says|has) )(.+)$/.exec(second) ?? [];
  if (same !== undefined && first.startsWith(same)) return `${first} and ${other}`;
  // A file that says something is there.
  const file = second.startsWith(hasFile) ? second.slice(hasFile.length) : undefined;
  if (file !== undefined && first.startsWith(`${file} `)) return first;
  return `${first} and ${second}`;
}

const hasFile = 'the repository has ';

export interface PathStep {
  readonly id: string;
  readonly reason: string;
}

/** From a seed to the entry, each step with the reason of its edge. */
export function pathTo(index: CatalogIndex, bundle: Bundle, node: number): PathStep[] {
  const seeds = new Set(bundle.seeds.map((seed) => seed.node));
  const path: PathStep[] = [];
  const seen = new Set<number>();
  for (let at = node; !seen.has(at); ) {
    seen.add(at);
    const step = bundle.walk.stepInto(at);
    if (step === undefined) break;
    path.unshift({ id: index.entry(step.from).id, reason: step.reason });
    if (seeds.has(step.from)) break;
    at = step.from;
  }
  return path;
}

export interface Cost {
  /** Tokens in every session; null where only running it could tell. */
  readonly always: number | null;
  /** Tokens once it is used. */
  readonly used: number | null;
  /** Counted from its files, the most that the specification allows, or not known. */
  readonly basis: 'measured' | 'at_most' | 'unknown';
}

/** A skill's name has at most 64 characters and its description 1024; four characters are about a token. */
const skillAtMost = (64 + 1024) / 4;

export function costOf({ entry: { kind, context } }: Scored): Cost {
  if (context !== undefined) return { always: context.always, used: context.used ?? null, basis: 'measured' };
  if (kind === 'skill') return { always: skillAtMost, used: null, basis: 'at_most' };
  return { always: null, used: null, basis: 'unknown' };
}
