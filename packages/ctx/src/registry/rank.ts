// Text ranking (BM25): which documents a query is about, with the words that say so. Deterministic.

import { compareTexts } from '../text/order.js';

export interface Ranked<D extends Document = Document> {
  readonly document: D;
  readonly name: string;
  readonly score: number;
  /** The words of the query that were found, strongest first. */
  readonly words: readonly string[];
}

export interface Document {
  readonly name: string;
  readonly text: string;
}

/** A word of the name counts as often as this many words of the text. */
const nameWeight = 3;
const saturation = 1.2;
const lengthShare = 0.75;

/** Best first; equal scores in the order of their names. Documents without any word of the query are left out. */
export function rank<D extends Document>(query: string, documents: readonly D[], limit: number): Ranked<D>[] {
  const counted = documents.map((document) => ({
    document,
    counts: countWords(document.name, document.text),
  }));
  const lengths = counted.map(({ counts }) => sum(counts.values()));
  const mean = sum(lengths) / Math.max(1, lengths.length);
  const wanted = [...new Set(wordsOf(query))];
  const scored = counted.map(({ document, counts }, i) => {
    const parts = wanted.flatMap((word) => {
      const times = counts.get(word) ?? 0;
      if (times === 0) return [];
      const length = 1 - lengthShare + (lengthShare * (lengths[i] ?? 0)) / mean;
      const weight = (times * (saturation + 1)) / (times + saturation * length);
      return [{ word, score: rarity(word, counted) * weight }];
    });
    parts.sort((a, b) => b.score - a.score || compareTexts(a.word, b.word));
    return {
      document,
      name: document.name,
      score: rounded(sum(parts.map(({ score }) => score))),
      words: parts.map(({ word }) => word),
    };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || compareTexts(a.name, b.name))
    .slice(0, limit);
}

function countWords(name: string, text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (word: string, times: number) => counts.set(word, (counts.get(word) ?? 0) + times);
  for (const word of wordsOf(name)) add(word, nameWeight);
  for (const word of wordsOf(text)) add(word, 1);
  return counts;
}

function rarity(
  word: string,
  documents: readonly { readonly counts: ReadonlyMap<string, number> }[],
): number {
  const having = documents.filter(({ counts }) => counts.has(word)).length;
  return Math.log(1 + (documents.length - having + 0.5) / (having + 0.5));
}

/** Lower-case words of letters and digits, singular, without those that say nothing. */
export function wordsOf(text: string): string[] {
  const words = text.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  // Unicode's classes take V8 half a millisecond to compile, and most texts do without.
  const found = words.match(/[\u0080-\uffff]/.test(words) ? /[\p{L}\p{N}]+/gu : /[a-z0-9]+/g);
  return (found ?? []).filter((word) => !empty.has(word)).map(singular);
}

const empty = new Set(
  'a an and are as at be by do for from has have how i in is it its me my of on or our so that the their them then there these this to us was we what when which who will with you your'.split(
    ' ',
  ),
);

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

/** Six decimals, so that the last bits of a logarithm never decide an order. */
function rounded(score: number): number {
  return Math.round(score * 1e6) / 1e6;
}
