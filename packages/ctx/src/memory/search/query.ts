// What somebody looks for: words that must all be there, in any case; words in quotes stand as they are.

import { fail } from '../../protocol/codes.js';

export interface Query {
  /** Lower case, none twice, none empty. */
  readonly terms: readonly string[];
}

export function queryFrom(words: readonly string[]): Query {
  const text = words.join(' ').toLowerCase();
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
