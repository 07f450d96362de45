// What a merge or an editor can leave in a ledger, put right without losing anything.

import { compareTexts } from '../../text/order.js';
import { freeShortId } from '../short-id.js';
import { withArchived } from './archived.js';
import type { LedgerItem } from './item.js';
import type { Ledger } from './kinds.js';
import { type Mark, markStart, markText } from './mark.js';
import { mergeItem } from './merge-item.js';
import { copiesIn, highest, type ParsedLedger, parseLedger } from './parse.js';
import { replaceItems } from './replace.js';

export interface Mended {
  readonly text: string;
  readonly archive: string;
  /** Nothing where all was well. */
  readonly did: readonly Repair[];
}

export interface Repair {
  readonly says: string;
  /** Whether no command changes the file as long as it is not done. */
  readonly isUrgent: boolean;
}

/** A text that cannot be read as a ledger is a failure. */
export function mendLedger(
  ledger: Ledger,
  text: string,
  archive: string,
  shown: { readonly open: string; readonly archive: string },
): Mended {
  const did: Repair[] = [];
  const put = parseLedger(ledger, archive, shown.archive);
  const apart = withoutCopies(ledger, parseLedger(ledger, text, shown.open), put, did);
  const open = parseLedger(ledger, apart, shown.open);
  const away = open.items.filter(isIn(put));
  for (const { uid } of away)
    did.push({ says: `${uid} stands in the archive, too: it goes there`, isUrgent: false });
  const archived = away.length === 0 ? archive : withArchived(put, open, away);
  const left = parseLedger(
    ledger,
    replaceItems(open, away, () => ''),
    shown.open,
  );
  return { text: withOwnNumbers(left, put, did), archive: archived, did };
}

/** The same mark twice: the same item, in which case one stays, or a copied line, which becomes an item of its own. */
function withoutCopies(ledger: Ledger, parsed: ParsedLedger, archive: ParsedLedger, did: Repair[]): string {
  const firsts = new Map<string | undefined, LedgerItem>();
  const changed = new Map<LedgerItem, string>();
  const copies = new Set(copiesIn(parsed));
  let next = Math.max(highest(parsed), highest(archive));
  for (const item of parsed.items) {
    const { mark, markKey } = item;
    const first = firsts.get(markKey);
    if (!copies.has(item) || mark === undefined || first === undefined) {
      firsts.set(markKey, item);
      continue;
    }
    const merged = changed.has(first) ? undefined : mergeItem(undefined, first, item);
    if (merged === undefined) {
      const isTaken = (id: string) => parsed.text.includes(id) || archive.text.includes(id);
      const uid = freeShortId(JSON.stringify([ledger.kind, mark.at, item.title, 'copy']), isTaken);
      next += 1;
      changed.set(item, remarked(parsed, item, { ...mark, id: next, uid }));
      did.push({
        says: `line ${item.line} has the mark of another item: it becomes ${next} (${uid})`,
        isUrgent: true,
      });
    } else {
      const blank = /\n(\s*)$/.exec(parsed.text.slice(first.start, first.end))?.[1] ?? '';
      changed.set(first, merged.replaceAll('\n', parsed.eol) + blank);
      changed.set(item, '');
      did.push({ says: `line ${item.line} repeats ${first.uid}: it goes`, isUrgent: true });
    }
  }
  return replaceItems(parsed, [...changed.keys()], (piece, item) => changed.get(item) ?? piece);
}

/** Of items with the same number the oldest keeps it; everybody who mends the same file gives the others the same ones. */
function withOwnNumbers(parsed: ParsedLedger, archive: ParsedLedger, did: Repair[]): string {
  const marked = parsed.items.flatMap((item) => (item.mark === undefined ? [] : [{ item, mark: item.mark }]));
  marked.sort((a, b) => compareTexts(a.mark.at, b.mark.at) || compareTexts(a.item.uid, b.item.uid));
  const seen = new Set<number>();
  const changed = new Map<LedgerItem, string>();
  let next = Math.max(highest(parsed), highest(archive));
  for (const { item, mark } of marked) {
    if (seen.has(mark.id)) {
      next += 1;
      // Its id followed from the number, if it has none of its own.
      changed.set(item, remarked(parsed, item, { ...mark, id: next, uid: item.uid }));
      did.push({ says: `${item.uid} shares the number ${mark.id}: it becomes ${next}`, isUrgent: false });
    }
    seen.add(mark.id);
  }
  return replaceItems(parsed, [...changed.keys()], (piece, item) => changed.get(item) ?? piece);
}

function remarked({ text }: ParsedLedger, { start, end }: LedgerItem, after: Mark): string {
  const piece = text.slice(start, end);
  const [line = ''] = piece.split(/\r?\n/, 1);
  return line.slice(0, markStart(line)) + markText(after) + piece.slice(line.trimEnd().length);
}

function isIn({ items }: ParsedLedger): (item: LedgerItem) => boolean {
  const known = new Set(items.map(({ markKey }) => markKey));
  return ({ markKey }) => markKey !== undefined && known.has(markKey);
}
