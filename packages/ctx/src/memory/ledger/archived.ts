// The text of an archive with items put into it, as they stand.

import type { LedgerItem } from './item.js';
import type { ParsedLedger } from './parse.js';
import { replaceItems } from './replace.js';

/** An item that is there already, in other words, gives way to what it says now. */
export function withArchived(
  archive: ParsedLedger,
  from: ParsedLedger,
  items: readonly LedgerItem[],
): string {
  const { eol } = archive;
  const there = new Map(
    archive.items.flatMap((item) => (item.markKey === undefined ? [] : [[item.markKey, item]])),
  );
  const changed = new Map<LedgerItem, string>();
  const fresh: string[] = [];
  for (const item of items) {
    const piece = pieceOf(from, item);
    const old = item.markKey === undefined ? undefined : there.get(item.markKey);
    if (old === undefined) fresh.push(piece);
    else if (pieceOf(archive, old) !== piece) changed.set(old, piece);
  }
  const text = replaceItems(archive, [...changed.keys()], (before, item) => {
    return before.replace(/^[\s\S]*\S/, () => changed.get(item) ?? before);
  });
  if (fresh.length === 0) return text;
  return `${text}${text.endsWith('\n') ? '' : eol}${fresh.map((piece) => `${eol}${piece}${eol}`).join('')}`;
}

function pieceOf({ text }: ParsedLedger, { start, end }: LedgerItem): string {
  return text.slice(start, end).trimEnd();
}
