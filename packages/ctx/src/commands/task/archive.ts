import { clawable } from '../../cli/command.js';
import { argument } from '../../cli/inputs.js';
import { archivedSchema, archiveFromLedger, renderArchived } from '../ledger/ledger-flow.js';

export default clawable({
  name: 'task archive',
  group: 'memory',
  summary: 'Put tasks away that no longer matter',
  description:
    'Moves them to .context/archive/TASKS.md, as they stand. `ctx search` still finds them; `ctx brief` leaves them out.',
  examples: [
    { line: 'ctx task archive', says: 'everything that is done' },
    { line: 'ctx task archive 3', says: 'this one, done or not' },
  ],
  arguments: { id: argument.any('the ids; all tasks that are done without any') },
  flags: {},
  returns: archivedSchema,
  run: ({ args }, services) => archiveFromLedger('task', args.id, services),
  render: renderArchived,
});
