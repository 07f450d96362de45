// What somebody looks for: words that must all be there, in any case; words in quotes stand as they are.

import { fail } from '../../protocol/codes.js';

export interface Query {
  /** Lower case, none twice, none empty. */
  readonly terms: readonly string[];
}

/** Every word is looked for everywhere. */
const longestQuery = 4096;

export function queryFrom(words: readonly string[]): Query {
  const text = words.join(' ').toLowerCase();
  if (text.length > longestQuery) {
    const bytes = Buffer.byteLength(text);
    throw fail('text_too_large', { operation: 'search', target: 'The query', bytes, limit: longestQuery });
  }
  const terms = Array.from(text.matchAll(/"([^"]+)"|([^\s"]+)/g), ([, phrase, word]) =>
    (phrase ?? word ?? '').trim(),
  );
  const unique = [...new Set(terms.filter((term) => term !== ''))];
  if (unique.length === 0) throw fail('text_missing', { operation: 'search', target: 'The query' });
  return { terms: unique };
}

/** The term that is most likely rare. */
export function longestOf({ terms }: Query): string {
  return terms.toSorted((a, b) => b.length - a.length)[0] ?? '';
}

/** How often a term stands in text that is lower case already. */
export function occurrences(lower: string, term: string, most = 50): number {
  let count = 0;
  for (let at = lower.indexOf(term); at !== -1 && count < most; at = lower.indexOf(term, at + term.length))
    count += 1;
  return count;
}
