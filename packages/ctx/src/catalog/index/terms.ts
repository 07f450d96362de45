// Which terms an entry is found by, and how strongly each: BM25 over its name, tags and summary.

import type { Entry } from '../entry.js';
import { wordsOf, wordsOfName } from '../vocabulary.js';
import { qualityOf } from './quality.js';

/** Terms that are not plain words carry a sign: a tag, an exact name, a package. */
export const tagTerm = (tag: string) => `#${tag}`;
export const nameTerm = (name: string) => `=${name.toLowerCase()}`;
export const packageTerm = (name: string) => `@${name.toLowerCase()}`;

export const saturation = 1.2;
export const lengthShare = 0.6;
const nameWeight = 3;
const tagWeight = 2;

/** Words with how often they count, and the length of the whole. */
export function countTerms(entry: Entry): {
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
} {
  const counts = new Map<string, number>();
  let length = 0;
  const add = (word: string, times: number) => {
    counts.set(word, (counts.get(word) ?? 0) + times);
    length += times;
  };
  for (const word of new Set(wordsOfName(entry.name))) add(word, nameWeight);
  for (const tag of entry.tags) for (const word of wordsOf(tag)) add(word, tagWeight);
  for (const word of wordsOf(entry.summary)) add(word, 1);
  return { counts, length };
}

/**
 * Exact terms: their impact does not depend on the length of the text. The first tags say most, and of the thousands
 * that share a tag, the better kept come first.
 */
export function exactTerms(entry: Entry): [term: string, impact: number][] {
  const kept = 0.9 + 0.1 * qualityOf(entry);
  const tags = entry.tags.map((tag, i): [string, number] => [tagTerm(tag), kept / (1 + 0.12 * i)]);
  const packages = (entry.packages ?? []).map((name): [string, number] => [packageTerm(name), 1]);
  return [...tags, ...packages, [nameTerm(entry.name), 1]];
}

export function impactOf(times: number, length: number, mean: number): number {
  return (
    (times * (saturation + 1)) / (times + saturation * (1 - lengthShare + (lengthShare * length) / mean))
  );
}

/** How much a term tells, from how many of all entries have it. */
export function rarity(having: number, all: number): number {
  return Math.log(1 + (all - having + 0.5) / (having + 0.5));
}
