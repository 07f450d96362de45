// New texts in the place of some items, and not a byte of the rest.

import type { LedgerItem } from './item.js';
import type { ParsedLedger } from './parse.js';

/** One pass over the text, however many items change. */
export function replaceItems(
  { text }: ParsedLedger,
  items: readonly LedgerItem[],
  change: (piece: string, item: LedgerItem) => string,
): string {
  const pieces: string[] = [];
  let from = 0;
  for (const item of [...new Set(items)].sort((a, b) => a.start - b.start)) {
    pieces.push(text.slice(from, item.start), change(text.slice(item.start, item.end), item));
    from = item.end;
  }
  return [...pieces, text.slice(from)].join('');
}
