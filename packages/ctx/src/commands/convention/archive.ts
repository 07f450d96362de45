import { clawable } from '../../cli/command.js';
import { argument } from '../../cli/inputs.js';
import { archivedSchema, archiveFromLedger, renderArchived } from '../ledger/ledger-flow.js';

export default clawable({
  name: 'convention archive',
  group: 'memory',
  summary: 'Put conventions away that no longer matter',
  description:
    'Moves them to .context/archive/CONVENTIONS.md, as they stand. `ctx search` still finds them; `ctx brief` leaves them out.',
  examples: [{ line: 'ctx convention archive 3', says: 'this one no longer holds' }],
  arguments: { id: argument.many('the ids') },
  flags: {},
  returns: archivedSchema,
  run: ({ args }, services) => archiveFromLedger('convention', args.id, services),
  render: renderArchived,
});
