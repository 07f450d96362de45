// The items that somebody means: by number, by id, or by the beginning of an id that no other has.

import { fail } from '../../protocol/codes.js';
import { nearest } from '../../text/nearest.js';
import type { LedgerItem } from './item.js';
import type { Ledger } from './kinds.js';
import type { ParsedLedger } from './parse.js';

/** Each once, whatever it was called by. */
export function findItems({ kind }: Ledger, { items }: ParsedLedger, words: readonly string[]): LedgerItem[] {
  const byName = new Map<string, LedgerItem[]>();
  for (const item of items) {
    const { mark, uid } = item;
    for (const name of mark === undefined ? [uid] : [String(mark.id), uid])
      byName.set(name, [...(byName.get(name) ?? []), item]);
  }
  return [...new Set(words.map((word) => found(kind, byName, word)))];
}

function found(kind: string, byName: ReadonlyMap<string, readonly LedgerItem[]>, word: string): LedgerItem {
  const meant = byName.get(word) ?? begunBy(byName, word);
  const [item, ...others] = meant;
  if (item === undefined) {
    // Another number is another item, not a slip of the keyboard.
    const ids = [...byName.keys()].filter((name) => !isNumber(name));
    const near = isNumber(word) ? undefined : nearest(word, ids);
    throw fail('item_unknown', { operation: 'find', target: word, what: kind, nearest: near });
  }
  if (others.length === 0) return item;
  const known = meant.map(({ uid, title }) => `${uid} (${title.slice(0, 40)})`);
  throw fail('item_ambiguous', { operation: 'find', target: word, what: kind, known });
}

/** A number is meant as a whole. */
function begunBy(byName: ReadonlyMap<string, readonly LedgerItem[]>, word: string): LedgerItem[] {
  if (word === '' || isNumber(word)) return [];
  return [...byName]
    .filter(([name]) => !isNumber(name) && name.startsWith(word))
    .flatMap(([, items]) => items);
}

function isNumber(word: string): boolean {
  return /^\d+$/.test(word);
}
