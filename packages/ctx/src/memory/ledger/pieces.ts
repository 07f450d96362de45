// A ledger's text cut into items and the lines between them, so that two versions can be laid side by side.

import { linesWithEnds } from '../../text/lines.js';
import type { LedgerItem } from './item.js';
import type { ParsedLedger } from './parse.js';

export type LedgerPiece =
  | {
      readonly kind: 'item';
      /** Also tells copies of one item in the same text apart. */
      readonly key: string;
      readonly item: LedgerItem;
      /** Without the blank lines behind it, which are pieces of their own. */
      readonly text: string;
    }
  | { readonly kind: 'line'; readonly key: string; readonly text: string };

export function piecesOf({ text, items }: ParsedLedger): LedgerPiece[] {
  const pieces: LedgerPiece[] = [];
  const seen = new Map<string, number>();
  let from = 0;
  for (const item of items) {
    pieces.push(...linesOf(text.slice(from, item.start)));
    const whole = text.slice(item.start, item.end);
    const core = /^[\s\S]*\S[^\n]*\n?/.exec(whole)?.[0] ?? whole;
    const times = (seen.get(item.uid) ?? 0) + 1;
    seen.set(item.uid, times);
    pieces.push({ kind: 'item', key: times === 1 ? item.uid : `${item.uid} ${times}`, item, text: core });
    pieces.push(...linesOf(whole.slice(core.length)));
    from = item.end;
  }
  return [...pieces, ...linesOf(text.slice(from))];
}

/** What two pieces must share to be the same one. */
export function keyOf({ kind, key }: LedgerPiece): string {
  return kind === 'item' ? `i${key}` : `l${key}`;
}

function linesOf(text: string): LedgerPiece[] {
  return linesWithEnds(text).map((line) => ({ kind: 'line', key: line.trimEnd(), text: line }));
}
