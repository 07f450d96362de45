// `ctx decision archive` and its siblings.

import * as t from 'typebox';
import { type Clawable, clawable } from '../../cli/command.js';
import { argument } from '../../cli/inputs.js';
import { openContext, shownPath } from '../../memory/context.js';
import { archiveItems } from '../../memory/ledger/change.js';
import { type LedgerKind, ledgers } from '../../memory/ledger/kinds.js';
import { archivePath } from '../../memory/ledger/read.js';
import { closed } from '../../protocol/closed.js';

/** A ledger of check boxes can put away all that is done; any other is told which items no longer matter. */
export function archiveCommand(kind: LedgerKind, examples: Clawable['examples'] = [oneOf(kind)]) {
  const ledger = ledgers[kind];
  return clawable({
    name: `${kind} archive`,
    group: 'memory',
    summary: `Archive ${kind}s`,
    description: `Moves them to .context/archive/${ledger.file}, unchanged. \`ctx search\` still finds them; \`ctx brief\` leaves them out.`,
    examples,
    arguments: {
      id: ledger.checkboxes
        ? argument.any(`numbers, or unique beginnings of ids (default: all ${kind}s that are done)`)
        : argument.many('numbers, or unique beginnings of ids'),
    },
    flags: {},
    returns: t.Object({ archived: t.Array(t.String()), file: t.String() }, closed),
    async run({ args }, services) {
      const context = openContext(services);
      const items = await archiveItems(context, ledger, [...new Set(args.id)]);
      return { archived: items.map(({ id }) => id), file: shownPath(context, archivePath(context, ledger)) };
    },
    render: ({ archived, file }) =>
      archived.length === 0
        ? 'There was nothing to put away.'
        : `Put away ${archived.join(', ')} in ${file}.`,
  });
}

function oneOf(kind: LedgerKind) {
  return { line: `ctx ${kind} archive 3`, says: 'archive one that no longer holds' };
}
