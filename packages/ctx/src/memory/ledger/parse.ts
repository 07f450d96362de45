// The items of a ledger and where exactly they stand in its text, so that a change touches nothing else.

import { fail } from '../../protocol/codes.js';
import { LedgerItem } from './item.js';
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
  const twinOf = (item: LedgerItem) => {
    twins ??= twinsAmong(items);
    return twins.get(item) ?? 1;
  };
  const wanted = ledger.checkboxes ? 'checkbox' : 'section';
  for (const [i, line] of lines.entries()) {
    if (line.kind !== wanted) continue;
    const end = ledger.checkboxes ? endOfCheckbox(text, line) : endOfSection(text, lines, i);
    items.push(new LedgerItem(text, line, end, twinOf));
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

/** A number that stands twice would make a change hit one of two; a person has to say which is which. */
export function refuseTwins({ items }: ParsedLedger, shown: string): void {
  const seen = new Set<string>();
  for (const { mark, id, line } of items) {
    if (mark === undefined) continue;
    if (seen.has(id)) {
      const problem = `uses the number ${id} a second time`;
      throw fail('memory_file_malformed', { operation: 'parse', target: shown, line, problem });
    }
    seen.add(id);
  }
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
