// `ctx decision list` and its siblings, and what every listing of a ledger shares.

import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { flag } from '../../cli/inputs.js';
import { neutral, styled, type Terminal } from '../../cli/terminal.js';
import { openContext } from '../../memory/context.js';
import { type LedgerKind, ledgers } from '../../memory/ledger/kinds.js';
import { type ListedItem, type ListedLedger, listLedger } from '../../memory/ledger/list.js';
import { tagsFrom } from '../../memory/pad/entries.js';
import { closed } from '../../protocol/closed.js';

export const listSchema = t.Object(
  {
    file: t.String(),
    items: t.Array(
      t.Object(
        {
          /** What it is shown by: its number, unless two items have it. Commands take it. */
          id: t.String(),
          /** What stays with it when branches are merged. Commands take it, and its beginning. */
          uid: t.String(),
          title: t.String(),
          body: t.String(),
          tags: t.Array(t.String()),
          /** Null for what a person wrote without ctx. */
          at: t.Union([t.String(), t.Null()]),
          done: t.Boolean(),
          line: t.Integer(),
        },
        closed,
      ),
    ),
  },
  closed,
);

export function listCommand(kind: LedgerKind) {
  const ledger = ledgers[kind];
  return clawable({
    name: `${kind} list`,
    group: 'memory',
    summary: `List ${kind}s`,
    description: `Lists every section of .context/${ledger.file}, in order. A section that you wrote by hand has an id that begins with h and changes with its title.`,
    examples: [
      { line: `ctx ${kind} list`, says: 'all of them' },
      { line: `ctx ${kind} list --tag api`, says: 'only those with a tag' },
    ],
    arguments: {},
    flags: { tag: flag.texts('only those with this tag', 'TAG') },
    returns: listSchema,
    async run({ flags }, services) {
      const tags = tagsFrom(flags.tag);
      const isWanted = (item: ListedItem) => tags.every((tag) => item.tags.includes(tag));
      return listLedger(openContext(services), ledger, isWanted);
    },
    render: renderList(`No ${kind}s. Add one: ctx ${kind} add "…"`),
  });
}

export function renderList(nothing: string) {
  return ({ items }: ListedLedger, terminal: Terminal): string => {
    if (items.length === 0) return nothing;
    const width = Math.max(...items.map(({ id }) => id.length));
    return items.map((item) => itemLine(item, terminal, width)).join('');
  };
}

function itemLine({ id, title, body, tags, done, at }: ListedItem, terminal: Terminal, width: number) {
  const box = done ? `${styled(terminal, 'green', '✓')} ` : '';
  const more = body === '' ? '' : styled(terminal, 'dim', ' …');
  const day = at === null ? '' : styled(terminal, 'dim', `  ${at.slice(0, 10)}`);
  const tail =
    tags.length === 0 ? '' : `  ${styled(terminal, 'cyan', tags.map((tag) => `#${tag}`).join(' '))}`;
  return `${styled(terminal, 'bold', id.padStart(width))}  ${box}${neutral(title)}${more}${tail}${day}\n`;
}
