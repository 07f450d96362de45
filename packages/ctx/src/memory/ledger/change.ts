// What can be done to a ledger: add an item, check a task, put items away.

import type { Context } from '../context.js';
import { freeShortId } from '../short-id.js';
import { findItems } from './find.js';
import type { LedgerItem } from './item.js';
import type { Ledger } from './kinds.js';
import { markText } from './mark.js';
import { highest, type ParsedLedger } from './parse.js';
import { replaceItems } from './replace.js';
import { appendToArchive, changeLedger } from './store.js';

export interface NewItem {
  readonly title: string;
  /** By the keys of the ledger's fields. */
  readonly fields: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly at: string;
}

export interface AddedItem {
  readonly id: string;
  readonly uid: string;
  readonly line: number;
}

/** Adds at the end of the file. */
export function addItem(context: Context, ledger: Ledger, item: NewItem): Promise<AddedItem> {
  return changeLedger(context, ledger, (parsed, archive) => {
    const put = archive();
    const id = Math.max(highest(parsed), highest(put)) + 1;
    const { text, eol } = parsed;
    const uid = freeShortId(wordsOf(ledger, item), (uid) => text.includes(uid) || put.text.includes(uid));
    const gap = gapBefore(ledger, parsed);
    const added = itemText(ledger, item, id, uid).join(eol);
    const line = text.split('\n').length + gap.split('\n').length - 1;
    return { text: `${text}${gap}${added}${eol}`, result: { id: String(id), uid, line } };
  });
}

/** Returns those that were open before, and those that were done already. */
export function checkTasks(
  context: Context,
  ledger: Ledger,
  ids: readonly string[],
  at: string,
): Promise<{ readonly done: LedgerItem[]; readonly already: LedgerItem[] }> {
  return changeLedger(context, ledger, (parsed) => {
    const items = findItems(ledger, parsed, ids);
    const open = items.filter(({ done }) => !done);
    const text = replaceItems(parsed, open, (piece, item) => checkedText(piece, item, at));
    return { text, result: { done: open, already: items.filter(({ done }) => done) } };
  });
}

/** Moves items to the archive; without ids, all tasks that are done. */
export function archiveItems(
  context: Context,
  ledger: Ledger,
  ids: readonly string[],
): Promise<LedgerItem[]> {
  return changeLedger(context, ledger, (parsed) => {
    const items = ids.length === 0 ? parsed.items.filter(({ done }) => done) : findItems(ledger, parsed, ids);
    appendToArchive(context, ledger, parsed, items);
    return { text: replaceItems(parsed, items, () => ''), result: items };
  });
}

/** What its id follows from. */
function wordsOf({ kind }: Ledger, { title, fields, tags, at }: NewItem): string {
  return JSON.stringify([kind, at, title, fields, tags]);
}

/** A new item needs a line of its own, and a blank one before it unless it goes on with a list. */
function gapBefore({ checkboxes }: Ledger, { text, items, eol }: ParsedLedger): string {
  const ended = text === '' || text.endsWith('\n');
  const last = items.at(-1);
  const joinsList = checkboxes && last !== undefined && last.end === text.length;
  const blank = text === '' || joinsList || /\n\s*\n$/.test(text) ? '' : eol;
  return `${ended ? '' : eol}${blank}`;
}

/** Fields are indented list items, so that nothing in them can be taken for a heading or open a code block. */
function itemText(ledger: Ledger, { title, fields, tags, at }: NewItem, id: number, uid: string): string[] {
  const mark = markText({ id, at, uid, doneAt: undefined, tags });
  const body = Object.entries(ledger.fields).flatMap(([key, label]) => {
    const value = fields[key];
    if (value === undefined) return [];
    const [first = '', ...rest] = value.split(/\r?\n/);
    const bullet = ledger.checkboxes ? '  ' : '- ';
    const opening = label === '' ? first : `**${label}:** ${first}`;
    return [`${bullet}${opening}`, ...rest.map((line) => (line === '' ? '' : `  ${line}`))];
  });
  if (ledger.checkboxes) return [`- [ ] ${title} ${mark}`, ...body];
  return [`## ${title} ${mark}`, ...(body.length === 0 ? [] : ['', ...body])];
}

function checkedText(piece: string, { mark }: LedgerItem, at: string): string {
  const checked = piece.replace('[ ]', '[x]');
  return mark === undefined
    ? checked
    : checked.replace(markText(mark), () => markText({ ...mark, doneAt: at }));
}
