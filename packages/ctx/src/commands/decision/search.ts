import { clawable } from '../../cli/command.js';
import { listSchema, queryArgument, renderItems, searchLedger } from '../ledger/ledger-flow.js';

export default clawable({
  name: 'decision search',
  group: 'memory',
  summary: 'Search the decisions',
  description: 'Those that hold every word of the query, in any case, best first.',
  examples: [{ line: 'ctx decision search parser', says: 'what mentions it' }],
  arguments: queryArgument,
  flags: {},
  returns: listSchema,
  run: ({ args }, services) => searchLedger('decision', args.query, services),
  render: ({ items }, terminal) => renderItems(items, 'Nothing found.', terminal),
});
