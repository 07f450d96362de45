import { clawable } from '../../cli/command.js';
import { listSchema, queryArgument, renderItems, searchLedger } from '../ledger/ledger-flow.js';

export default clawable({
  name: 'convention search',
  group: 'memory',
  summary: 'Search the conventions',
  description: 'Those that hold every word of the query, in any case, best first.',
  examples: [{ line: 'ctx convention search parser', says: 'what mentions it' }],
  arguments: queryArgument,
  flags: {},
  returns: listSchema,
  run: ({ args }, services) => searchLedger('convention', args.query, services),
  render: ({ items }, terminal) => renderItems(items, 'Nothing found.', terminal),
});
