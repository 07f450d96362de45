// `ctx decision search` and its siblings.

import { clawable } from '../../cli/command.js';
import { argument } from '../../cli/inputs.js';
import { openContext } from '../../memory/context.js';
import { type LedgerKind, ledgers } from '../../memory/ledger/kinds.js';
import { searchLedger } from '../../memory/ledger/list.js';
import { listSchema, renderList } from './list-command.js';

export function searchCommand(kind: LedgerKind) {
  const ledger = ledgers[kind];
  const found = 'Those that hold every word of the query, in any case, best first.';
  return clawable({
    name: `${kind} search`,
    group: 'memory',
    summary: `Search ${kind}s`,
    description: ledger.checkboxes ? `${found} Also those that are done.` : found,
    examples: [{ line: `ctx ${kind} search parser`, says: 'what mentions it' }],
    arguments: { query: argument.many('words that must all be there; "quoted" ones as they are') },
    flags: {},
    returns: listSchema,
    run: async ({ args }, services) =>
      searchLedger(openContext(services), ledger, args.query, services.clock.now()),
    render: renderList('Nothing found.'),
  });
}
