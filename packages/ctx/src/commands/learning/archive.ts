import { clawable } from '../../cli/command.js';
import { argument } from '../../cli/inputs.js';
import { archivedSchema, archiveFromLedger, renderArchived } from '../ledger/ledger-flow.js';

export default clawable({
  name: 'learning archive',
  group: 'memory',
  summary: 'Put learnings away that no longer matter',
  description:
    'Moves them to .context/archive/LEARNINGS.md, as they stand. `ctx search` still finds them; `ctx brief` leaves them out.',
  examples: [{ line: 'ctx learning archive 3', says: 'this one no longer holds' }],
  arguments: { id: argument.many('the ids') },
  flags: {},
  returns: archivedSchema,
  run: ({ args }, services) => archiveFromLedger('learning', args.id, services),
  render: renderArchived,
});
