// A ledger's items as they are told: all of them, or those that a query fits.

import { type Context, shownPath } from '../context.js';
import { queryFrom } from '../search/query.js';
import { scoreOf } from '../search/rank.js';
import type { LedgerItem } from './item.js';
import type { Ledger } from './kinds.js';
import { ledgerPath, readLedger } from './read.js';

export interface ListedItem {
  readonly id: string;
  /** What stays with it when branches are merged. */
  readonly uid: string;
  readonly title: string;
  readonly body: string;
  readonly tags: string[];
  /** Null for what a person wrote without ctx. */
  readonly at: string | null;
  readonly done: boolean;
  readonly line: number;
}

export interface ListedLedger {
  readonly file: string;
  readonly items: ListedItem[];
}

export function listLedger(
  context: Context,
  ledger: Ledger,
  wanted: (item: ListedItem) => boolean = () => true,
): ListedLedger {
  const items = readLedger(context, ledger).items.map(listed).filter(wanted);
  return { file: shownPath(context, ledgerPath(context, ledger)), items };
}

/** Those that hold every word, best first. */
export function searchLedger(
  context: Context,
  ledger: Ledger,
  words: readonly string[],
  now: number,
): ListedLedger {
  const query = queryFrom(words);
  const { file, items } = listLedger(context, ledger);
  const found = items.flatMap((item) => {
    const at = item.at === null ? undefined : Date.parse(item.at);
    const text = `${item.body}\n${item.tags.join(' ')}`;
    const score = scoreOf(query, { title: item.title, text, at, weight: 1 }, now);
    return score === undefined ? [] : [{ item, score }];
  });
  found.sort((a, b) => b.score - a.score || a.item.line - b.item.line);
  return { file, items: found.map(({ item }) => item) };
}

function listed({ id, uid, title, body, mark, done, line }: LedgerItem): ListedItem {
  return { id, uid, title, body, tags: [...(mark?.tags ?? [])], at: mark?.at ?? null, done, line };
}
