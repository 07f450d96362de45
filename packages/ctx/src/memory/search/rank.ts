// How well a text answers a query, and the part of it to show.

import { occurrences, type Query } from './query.js';

export interface Sought {
  readonly title: string;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number | undefined;
  /** What is written to be remembered counts more than what was merely said. */
  readonly weight: number;
}

const titleBonus = 2;
const wholeWordBonus = 0.5;
const recencyBonus = 0.3;
const halfLifeDays = 60;

/** Nothing where a term is missing. */
export function scoreOf(
  { terms }: Query,
  { title, text, at, weight }: Sought,
  now: number,
): number | undefined {
  const lowerTitle = title.toLowerCase();
  const lower = text.toLowerCase();
  let sum = 0;
  for (const term of terms) {
    const inTitle = occurrences(lowerTitle, term, 1);
    const inText = occurrences(lower, term);
    if (inTitle + inText === 0) return undefined;
    sum += Math.log2(1 + inText) + titleBonus * inTitle;
    if (isWholeWord(lowerTitle, term) || isWholeWord(lower, term)) sum += wholeWordBonus;
  }
  const length = 1 + Math.log2(1 + (lower.length + lowerTitle.length) / 400);
  const recency =
    at === undefined ? 0 : recencyBonus * 0.5 ** (Math.max(0, now - at) / 86_400_000 / halfLifeDays);
  return Math.round(((weight * sum) / length + recency) * 1e6) / 1e6;
}

/** One line around the first place where a term stands. */
export function snippetOf({ terms }: Query, text: string, width = 140): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place !== -1);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const start = Math.max(0, first - Math.floor(width / 4));
  const piece = text
    .slice(start, start + width)
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .trim();
  return `${start > 0 ? '…' : ''}${piece}${start + width < text.length ? '…' : ''}`;
}

function isWholeWord(lower: string, term: string): boolean {
  const at = lower.indexOf(term);
  if (at === -1) return false;
  const letter = /[\p{L}\p{N}]/u;
  return !letter.test(lower[at - 1] ?? ' ') && !letter.test(lower[at + term.length] ?? ' ');
}
