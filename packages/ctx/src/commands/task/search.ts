import { clawable } from '../../cli/command.js';
import { listSchema, queryArgument, renderItems, searchLedger } from '../ledger/ledger-flow.js';

export default clawable({
  name: 'task search',
  group: 'memory',
  summary: 'Search the tasks',
  description: 'Those that hold every word of the query, in any case, best first. Also those that are done.',
  examples: [{ line: 'ctx task search parser', says: 'what mentions it' }],
  arguments: queryArgument,
  flags: {},
  returns: listSchema,
  run: ({ args }, services) => searchLedger('task', args.query, services),
  render: ({ items }, terminal) => renderItems(items, 'Nothing found.', terminal),
});
