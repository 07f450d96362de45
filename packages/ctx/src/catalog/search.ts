// Search by words, and finding an entry by its bare name.

import { fail } from '../protocol/codes.js';
import { slipsIn, within } from '../text/nearest.js';
import type { Entry } from './entry.js';
import { impactScale } from './index/format.js';
import type { CatalogIndex } from './index/read.js';
import { nameTerm, rarity, tagTerm } from './index/terms.js';
import type { Kind } from './kinds.js';
import { singular, tagOf, writtenWords } from './vocabulary.js';

export interface Hit extends Pick<Entry, 'id' | 'kind' | 'name' | 'summary' | 'source'> {
  readonly score: number;
  /** The words of the question that were found. */
  readonly words: string[];
}

const mostPostings = 20_000;

export function searchCatalog(index: CatalogIndex, question: string, kind: Kind | undefined, limit: number) {
  const scores = new Map<number, { score: number; words: Set<string> }>();
  const look = (term: string, word: string, weight: number) => {
    const found = index.term(term);
    if (found === undefined) return;
    const worth = (weight * rarity(found.having, index.meta.nodes)) / impactScale;
    const postings = found.postings(mostPostings);
    for (let i = 0; i < postings.length; i += 2) {
      const node = postings[i] ?? 0;
      const there = scores.get(node) ?? { score: 0, words: new Set<string>() };
      there.score += worth * (postings[i + 1] ?? 0);
      there.words.add(word);
      scores.set(node, there);
    }
  };
  const words = new Set(writtenWords(question));
  for (const written of words) {
    const word = singular(written);
    look(word, written, 1);
    for (const tag of new Set([tagOf(word), tagOf(written)])) look(tagTerm(tag), written, 0.8);
    for (const name of new Set([word, written])) look(nameTerm(name), written, 1);
  }
  // A name of several words, or of words that tell nothing apart elsewhere.
  const whole = question.trim().toLowerCase();
  if (!words.has(whole)) look(nameTerm(whole), whole, 1);
  const wanted = [...scores].filter(([node]) => kind === undefined || index.kindOf(node) === kind);
  // What holds more of the words comes before what holds one of them often.
  const ranked = wanted.map(([node, { score, words }]) => ({
    node,
    score: score * (0.5 + words.size),
    words,
  }));
  ranked.sort((a, b) => b.score - a.score || a.node - b.node);
  const hits = ranked.slice(0, limit).map(({ node, score, words }): Hit => {
    const { id, kind: own, name, summary, source } = index.entry(node);
    return {
      id,
      kind: own,
      name,
      summary,
      source,
      score: Math.round(score * 1000) / 1000,
      words: [...words].sort(),
    };
  });
  return { total: ranked.length, hits };
}

/** An entry by its id, or by a name that no other has. `command` goes on with the id that was probably meant. */
export function entryMeant(index: CatalogIndex, asked: string, operation: string, command: string): number {
  const node = index.find(asked.toLowerCase()) ?? namedLike(index, asked);
  if (typeof node === 'number') return node;
  const nearest = node === undefined ? undefined : `${command} ${node.nearest}`;
  throw fail('catalog_entry_unknown', { operation, target: asked, nearest });
}

/** With more entries, looking at each of them takes longer than anybody waits for a guess. */
const mostLookedAt = 20_000;

/** The one entry with this name, else the id that was probably meant. */
function namedLike(index: CatalogIndex, name: string): number | { readonly nearest: string } | undefined {
  const [first, , second] = index.term(nameTerm(name))?.postings(2) ?? [];
  if (first !== undefined && second === undefined) return first;
  if (first !== undefined) return { nearest: index.entry(first).id };
  const slip = slipOf(name, index);
  if (slip !== undefined) return { nearest: slip };
  // Whose entry it is says nothing of what it does.
  const words = ownName(name);
  const [hit] = searchCatalog(index, words, undefined, 1).hits;
  return hit === undefined ? undefined : { nearest: hit.id };
}

/** The id of the entry whose id, or name alone, is a few slips of the keyboard away. */
function slipOf(asked: string, index: CatalogIndex): string | undefined {
  if (index.meta.nodes > mostLookedAt) return undefined;
  const ids = Array.from({ length: index.meta.nodes }, (_, node) => index.entry(node).id);
  const slips = slipsIn(ownName(asked));
  if (asked !== ownName(asked)) return within(slips, asked, ids);
  const name = within(slips, asked, ids.map(ownName));
  return ids.find((id) => ownName(id) === name);
}

function ownName(id: string): string {
  return id.replace(/^.*[:/]/s, '');
}
