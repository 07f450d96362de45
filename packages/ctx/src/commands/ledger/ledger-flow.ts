// What the commands of the four ledgers have in common: how an item comes in, goes out, and looks to a person.

import * as t from 'typebox';
import type { Services } from '../../cli/command.js';
import { argument, flag } from '../../cli/inputs.js';
import { neutral, styled, type Terminal } from '../../cli/terminal.js';
import { openContext, shownPath } from '../../memory/context.js';
import { checked, givenFile, givenLine, readStdin, textOf } from '../../memory/given.js';
import { addItem, archiveItems } from '../../memory/ledger/change.js';
import type { LedgerItem } from '../../memory/ledger/item.js';
import { type GivenItem, parseItem } from '../../memory/ledger/item-document.js';
import { type Ledger, type LedgerKind, ledgers } from '../../memory/ledger/kinds.js';
import { archivePath, ledgerPath, readLedger } from '../../memory/ledger/read.js';
import { tagsFrom } from '../../memory/pad/entries.js';
import { queryFrom } from '../../memory/search/query.js';
import { scoreOf } from '../../memory/search/rank.js';
import { fail } from '../../protocol/codes.js';

const closed = { additionalProperties: false };

export const itemSchema = t.Object(
  {
    id: t.String(),
    title: t.String(),
    body: t.String(),
    tags: t.Array(t.String()),
    /** Null for what a person wrote without ctx. */
    at: t.Union([t.String(), t.Null()]),
    done: t.Boolean(),
    line: t.Integer(),
  },
  closed,
);

export type ItemAnswer = t.Static<typeof itemSchema>;

export const listSchema = t.Object({ file: t.String(), items: t.Array(itemSchema) }, closed);
export const addedSchema = t.Object(
  { id: t.String(), title: t.String(), file: t.String(), line: t.Integer() },
  closed,
);
export const archivedSchema = t.Object({ archived: t.Array(t.String()), file: t.String() }, closed);

export const titleArgument = { title: argument.any('one line; - reads it from stdin') };
export const queryArgument = {
  query: argument.many('words that must all be there; "quoted" ones as they are'),
};

export const addFlags = {
  tag: flag.texts('a tag; may be given more than once', 'TAG'),
  'json-file': flag.text('take the item from a JSON file instead; - reads it from stdin', 'FILE'),
};

interface AddInput {
  readonly title: readonly string[];
  readonly fields: Readonly<Record<string, string | undefined>>;
  readonly tags: readonly string[];
  readonly jsonFile: string | undefined;
}

export async function addToLedger(kind: LedgerKind, input: AddInput, services: Services) {
  const ledger = ledgers[kind];
  const context = openContext(services);
  const item =
    input.jsonFile === undefined ? itemFrom(input) : itemFromJson(ledger, input, input.jsonFile, services);
  const title = givenLine([item.title], 'The title');
  const tags = tagsFrom(item.tags);
  const at = new Date(services.clock.now()).toISOString();
  const { id, line } = await addItem(context, ledger, { title, fields: item.fields, tags, at });
  return { id, title, file: shownPath(context, ledgerPath(context, ledger)), line };
}

function itemFrom({ title, fields, tags }: AddInput): GivenItem {
  const given = Object.entries(fields).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, checked(value, `--${key}`)] as const],
  );
  return { title: givenLine(title, 'The title'), fields: Object.fromEntries(given), tags };
}

function itemFromJson(ledger: Ledger, input: AddInput, file: string, { cwd }: Services): GivenItem {
  const other = Object.entries(input.fields).find(([, value]) => value !== undefined)?.[0];
  if (other !== undefined || input.title.length > 0 || input.tags.length > 0) {
    const target = other !== undefined ? `--${other}` : input.title.length > 0 ? 'TITLE' : '--tag';
    throw fail('flags_contradict', { operation: 'argparse', target, other: '--json-file' });
  }
  const bytes = file === '-' ? readStdin('stdin') : givenFile(file, cwd);
  return parseItem(ledger, textOf(bytes, file), file);
}

export async function listLedger(
  kind: LedgerKind,
  wanted: (item: ItemAnswer) => boolean,
  services: Services,
) {
  const context = openContext(services);
  const ledger = ledgers[kind];
  const items = readLedger(context, ledger).items.map(itemAnswer).filter(wanted);
  return { file: shownPath(context, ledgerPath(context, ledger)), items };
}

export async function searchLedger(kind: LedgerKind, words: readonly string[], services: Services) {
  const query = queryFrom(words);
  const now = services.clock.now();
  const { file, items } = await listLedger(kind, () => true, services);
  const found = items.flatMap((item) => {
    const at = item.at === null ? undefined : Date.parse(item.at);
    const text = `${item.body}\n${item.tags.join(' ')}`;
    const score = scoreOf(query, { title: item.title, text, at, weight: 1 }, now);
    return score === undefined ? [] : [{ item, score }];
  });
  found.sort((a, b) => b.score - a.score || a.item.line - b.item.line);
  return { file, items: found.map(({ item }) => item) };
}

export async function archiveFromLedger(kind: LedgerKind, ids: readonly string[], services: Services) {
  const context = openContext(services);
  const ledger = ledgers[kind];
  const items = await archiveItems(context, ledger, [...new Set(ids)]);
  return { archived: items.map(({ id }) => id), file: shownPath(context, archivePath(context, ledger)) };
}

export function itemAnswer({ id, title, body, mark, done, line }: LedgerItem): ItemAnswer {
  return { id, title, body, tags: [...(mark?.tags ?? [])], at: mark?.at ?? null, done, line };
}

export function renderItems(items: readonly ItemAnswer[], nothing: string, terminal: Terminal): string {
  if (items.length === 0) return nothing;
  const width = Math.max(...items.map(({ id }) => id.length));
  return items.map((item) => itemLine(item, terminal, width)).join('');
}

function itemLine(
  { id, title, body, tags, done, at }: ItemAnswer,
  terminal: Terminal,
  width: number,
): string {
  const box = done ? `${styled(terminal, 'green', '✓')} ` : '';
  const more = body === '' ? '' : styled(terminal, 'dim', ' …');
  const day = at === null ? '' : styled(terminal, 'dim', `  ${at.slice(0, 10)}`);
  const tail =
    tags.length === 0 ? '' : `  ${styled(terminal, 'cyan', tags.map((tag) => `#${tag}`).join(' '))}`;
  return `${styled(terminal, 'bold', id.padStart(width))}  ${box}${neutral(title)}${more}${tail}${day}\n`;
}

export function renderAdded({ id, title, file, line }: t.Static<typeof addedSchema>): string {
  return `${id}  ${neutral(title)}  (${file}:${line})`;
}

export function renderArchived({ archived, file }: t.Static<typeof archivedSchema>): string {
  return archived.length === 0
    ? 'There was nothing to put away.'
    : `Put away ${archived.join(', ')} in ${file}.`;
}
