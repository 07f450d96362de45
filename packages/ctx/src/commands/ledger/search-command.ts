// `ctx decision search` and its siblings.

import { clawable } from '../../cli/command.js';
import { argument } from '../../cli/inputs.js';
import { openContext } from '../../memory/context.js';
import { type LedgerKind, ledgers } from '../../memory/ledger/kinds.js';
import { searchLedger } from '../../memory/ledger/list.js';
import { listSchema, renderList } from './list-command.js';

export function searchCommand(kind: LedgerKind) {
  const ledger = ledgers[kind];
  const found = 'Finds those that contain every word of the query, ignoring case, best first.';
  return clawable({
    name: `${kind} search`,
    group: 'memory',
    summary: `Search ${kind}s`,
    description: ledger.checkboxes ? `${found} Includes tasks that are done.` : found,
    examples: [{ line: `ctx ${kind} search parser`, says: 'what mentions it' }],
    arguments: { query: argument.many('words to find, all of them; "quoted" words must be adjacent') },
    flags: {},
    returns: listSchema,
    run: async ({ args }, services) =>
      searchLedger(openContext(services), ledger, args.query, services.clock.now()),
    render: renderList('Nothing found.'),
  });
}
