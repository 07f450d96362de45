// One search over everything: what is written down, and what was said in sessions. Best first, the same every time.

import { compareTexts } from '../../text/order.js';
import type { Context } from '../context.js';
import { shownPath } from '../context.js';
import type { Outside } from '../pad/open.js';
import type { Unread } from '../unread.js';
import { memoryItems, type memoryKinds } from './memory-items.js';
import { queryFrom } from './query.js';
import { scoreOf, snippetOf } from './rank.js';
import { type SearchBudget, type SearchedSessions, searchSessions } from './sessions.js';

export interface Hit {
  readonly kind: (typeof memoryKinds)[number] | 'session';
  /** The entry, item or session. */
  readonly id: string | undefined;
  readonly source: string;
  readonly line: number | undefined;
  readonly title: string;
  readonly snippet: string;
  readonly score: number;
  readonly at: string | undefined;
}

export interface SearchResult {
  readonly total: number;
  readonly hits: readonly Hit[];
  readonly unread: readonly Unread[];
  readonly sessions: Omit<SearchedSessions, 'hits'>;
}

const weights = { memory: 1.5, session: 1 } as const;

export interface WhatToSearch {
  readonly words: readonly string[];
  /** What opens the pad; without it, the pad is left out. */
  readonly pad: Outside | undefined;
  /** Their folders. */
  readonly sessions: readonly string[];
  readonly budget: SearchBudget;
  readonly limit: number;
  readonly now: number;
}

export async function search(
  context: Context,
  { words, pad, sessions, budget, limit, now }: WhatToSearch,
): Promise<SearchResult> {
  const query = queryFrom(words);
  const { all, unread } = await memoryItems(context, pad, query);
  const hits: Hit[] = [];
  for (const item of all) {
    const score = scoreOf(query, { ...item, weight: weights.memory }, now);
    if (score === undefined) continue;
    const { kind, id, source, line, title, text, at } = item;
    hits.push({ kind, id, source, line, title, snippet: snippetOf(query, text), score, at: iso(at) });
  }
  const { hits: said, ...searched } = searchSessions(sessions, query, budget);
  for (const { session, path, line, role, text, at } of said) {
    const score = scoreOf(query, { title: '', text, at, weight: weights.session }, now) ?? 0;
    const snippet = snippetOf(query, text);
    const source = shownPath(context, path);
    hits.push({ kind: 'session', id: session, source, line, title: role, snippet, score, at: iso(at) });
  }
  hits.sort((a, b) => b.score - a.score || compareTexts(a.source, b.source) || (a.line ?? 0) - (b.line ?? 0));
  return { total: hits.length, hits: hits.slice(0, limit), unread, sessions: searched };
}

function iso(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}
