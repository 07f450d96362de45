// `ctx decision add` and its siblings: one declaration for every ledger.

import * as t from 'typebox';
import { type Clawable, clawable, type Services } from '../../cli/command.js';
import { contradiction } from '../../cli/contradiction.js';
import { argument, flag } from '../../cli/inputs.js';
import { neutral } from '../../cli/terminal.js';
import { openContext, shownPath } from '../../memory/context.js';
import { checked, givenFile, givenInput, givenLine, textOf } from '../../memory/given.js';
import { addItem } from '../../memory/ledger/change.js';
import { type GivenItem, parseItem } from '../../memory/ledger/item-document.js';
import { type Ledger, type LedgerKind, ledgers } from '../../memory/ledger/kinds.js';
import { ledgerPath } from '../../memory/ledger/read.js';
import { tagsFrom } from '../../memory/pad/entries.js';
import { closed } from '../../protocol/closed.js';

interface Words {
  readonly summary: string;
  readonly examples: Clawable['examples'];
  /** What each field of an item says, as help for its flag. */
  readonly fields: Readonly<Record<string, string>>;
}

export function addCommand(kind: LedgerKind, { summary, examples, fields }: Words) {
  const ledger = ledgers[kind];
  const said = Object.entries(fields).map(([key, says]) => [key, flag.text(says, 'TEXT')] as const);
  return clawable({
    name: `${kind} add`,
    group: 'memory',
    summary,
    description: `Appends to .context/${ledger.file}. You can edit that file, too: everything else in it stays byte for byte.`,
    examples,
    arguments: { title: argument.any('one line; - reads it from stdin') },
    flags: {
      ...Object.fromEntries(said),
      tag: flag.texts('a tag', 'TAG'),
      'json-file': flag.text('take the item from a JSON file instead; - reads it from stdin', 'FILE'),
    },
    returns: t.Object(
      { id: t.String(), uid: t.String(), title: t.String(), file: t.String(), line: t.Integer() },
      closed,
    ),
    async run({ args, flags }, services) {
      const context = openContext(services);
      const given = { title: args.title, tags: flags.tag, fields: textsOf(flags, Object.keys(fields)) };
      const file = flags['json-file'];
      const item = file === undefined ? itemFrom(given) : itemFromJson(ledger, given, file, services);
      const title = givenLine([item.title], 'The title');
      const at = new Date(services.clock.now()).toISOString();
      const added = { title, fields: item.fields, tags: tagsFrom(item.tags), at };
      const { id, uid, line } = await addItem(context, ledger, added);
      return { id, uid, title, file: shownPath(context, ledgerPath(context, ledger)), line };
    },
    render: ({ id, uid, title, file, line }) => `${id}  ${neutral(title)}  (${uid}, ${file}:${line})`,
  });
}

interface Given {
  readonly title: readonly string[];
  readonly fields: ReadonlyMap<string, string>;
  readonly tags: readonly string[];
}

function textsOf(flags: Readonly<Record<string, unknown>>, keys: readonly string[]) {
  const given = new Map<string, string>();
  for (const key of keys) {
    const value = flags[key];
    if (typeof value === 'string') given.set(key, value);
  }
  return given;
}

function itemFrom({ title, fields, tags }: Given): GivenItem {
  const texts = [...fields].map(([key, value]) => [key, checked(value, `--${key}`)] as const);
  return { title: givenLine(title, 'The title'), fields: Object.fromEntries(texts), tags };
}

function itemFromJson(ledger: Ledger, { title, fields, tags }: Given, file: string, { cwd }: Services) {
  const [field] = fields.keys();
  const target =
    field !== undefined ? `--${field}` : title.length > 0 ? 'TITLE' : tags.length > 0 ? '--tag' : undefined;
  if (target !== undefined) {
    throw contradiction(target, '--json-file');
  }
  const bytes = file === '-' ? givenInput('stdin') : givenFile(file, cwd);
  return parseItem(ledger, textOf(bytes, file), file);
}
