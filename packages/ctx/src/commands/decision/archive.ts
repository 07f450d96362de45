import { clawable } from '../../cli/command.js';
import { argument } from '../../cli/inputs.js';
import { archivedSchema, archiveFromLedger, renderArchived } from '../ledger/ledger-flow.js';

export default clawable({
  name: 'decision archive',
  group: 'memory',
  summary: 'Put decisions away that no longer matter',
  description:
    'Moves them to .context/archive/DECISIONS.md, as they stand. `ctx search` still finds them; `ctx brief` leaves them out.',
  examples: [{ line: 'ctx decision archive 3', says: 'this one no longer holds' }],
  arguments: { id: argument.many('the ids') },
  flags: {},
  returns: archivedSchema,
  run: ({ args }, services) => archiveFromLedger('decision', args.id, services),
  render: renderArchived,
});
