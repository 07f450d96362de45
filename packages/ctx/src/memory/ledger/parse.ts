// The items of a ledger and where exactly they stand in its text, so that a change touches nothing else.

import { malformedFile } from '../malformed-file.js';
import { LedgerItem, type Siblings } from './item.js';
import type { Ledger } from './kinds.js';
import { type StructuralLine, structuralLines } from './structure.js';

export interface ParsedLedger {
  readonly text: string;
  readonly items: readonly LedgerItem[];
  /** How the file ends its lines. */
  readonly eol: '\n' | '\r\n';
}

export function parseLedger(ledger: Ledger, text: string, shown: string): ParsedLedger {
  const lines = structuralLines(text, shown);
  const items: LedgerItem[] = [];
  let twins: Map<LedgerItem, number> | undefined;
  let shared: ReadonlySet<number> | undefined;
  const siblings: Siblings = {
    twin(item) {
      twins ??= twinsAmong(items);
      return twins.get(item) ?? 1;
    },
    isShared(number) {
      shared ??= sharedNumbers(text, items);
      return shared.has(number);
    },
  };
  const wanted = ledger.checkboxes ? 'checkbox' : 'section';
  for (const [i, line] of lines.entries()) {
    if (line.kind !== wanted) continue;
    const end = ledger.checkboxes ? endOfCheckbox(text, line) : endOfSection(text, lines, i);
    items.push(new LedgerItem(text, line, end, siblings));
  }
  return { text, items, eol: /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n' };
}

/** How many items a text has, and how many boxes are not checked. */
export function countItems(
  { checkboxes }: Ledger,
  text: string,
  shown: string,
): { all: number; open: number } {
  const wanted = checkboxes ? 'checkbox' : 'section';
  const found = structuralLines(text, shown).filter(({ kind }) => kind === wanted);
  return { all: found.length, open: found.filter(({ start }) => text[start + 3] === ' ').length };
}

/** A mark that stands twice would make a change hit one of two items. Branches that were merged share numbers, never these. */
export function refuseTwins(parsed: ParsedLedger, shown: string): void {
  const [twin] = copiesIn(parsed);
  if (twin === undefined) return;
  const { mark, line, uid } = twin;
  const problem =
    mark?.uid === undefined
      ? `uses the number ${mark?.id} a second time`
      : `uses the id ${uid} a second time`;
  throw malformedFile(shown, line, problem, 'doctor');
}

/** Every item whose mark an item before it has. */
export function copiesIn({ items }: ParsedLedger): LedgerItem[] {
  const seen = new Set<string>();
  return items.filter(({ markKey: key }) => {
    if (key === undefined) return false;
    const isTwin = seen.has(key);
    seen.add(key);
    return isTwin;
  });
}

/** The highest number that was given away. */
export function highest({ items }: ParsedLedger): number {
  return items.reduce((most, { mark }) => Math.max(most, mark?.id ?? 0), 0);
}

/** A look at the text tells in nearly every file that there are none; only then is each mark read. */
function sharedNumbers(text: string, items: readonly LedgerItem[]): ReadonlySet<number> {
  const once = new Set<string>();
  let isSuspect = false;
  for (const [, number = ''] of text.matchAll(/<!-- ctx (\d{1,15}) /g)) {
    if (once.has(number)) isSuspect = true;
    once.add(number);
  }
  const shared = new Set<number>();
  if (!isSuspect) return shared;
  const seen = new Set<number>();
  for (const { mark } of items) {
    if (mark === undefined) continue;
    if (seen.has(mark.id)) shared.add(mark.id);
    seen.add(mark.id);
  }
  return shared;
}

/** A second unmarked item with the same title gets a number behind its id. */
function twinsAmong(items: readonly LedgerItem[]): Map<LedgerItem, number> {
  const twins = new Map<LedgerItem, number>();
  const titles = new Map<string, number>();
  for (const item of items) {
    if (item.mark !== undefined) continue;
    const times = (titles.get(item.title) ?? 0) + 1;
    titles.set(item.title, times);
    twins.set(item, times);
  }
  return twins;
}

/** A check box and the indented lines below it, also behind blank ones. */
function endOfCheckbox(text: string, { end }: StructuralLine): number {
  let last = end;
  for (let start = end; start < text.length; ) {
    const lf = text.indexOf('\n', start);
    const next = lf === -1 ? text.length : lf + 1;
    const first = text[start];
    if (first === '\t' || (first === ' ' && text[start + 1] === ' ')) {
      if (text.slice(start, next).trim() !== '') last = next;
    } else if (text.slice(start, next).trim() !== '') break;
    start = next;
  }
  return last;
}

function endOfSection(text: string, lines: readonly StructuralLine[], index: number): number {
  for (let i = index + 1; i < lines.length; i++) {
    const line = lines[i];
    if (line?.kind === 'section' || line?.kind === 'title') return line.start;
  }
  return text.length;
}
