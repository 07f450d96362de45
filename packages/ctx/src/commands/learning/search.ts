import { clawable } from '../../cli/command.js';
import { listSchema, queryArgument, renderItems, searchLedger } from '../ledger/ledger-flow.js';

export default clawable({
  name: 'learning search',
  group: 'memory',
  summary: 'Search the learnings',
  description: 'Those that hold every word of the query, in any case, best first.',
  examples: [{ line: 'ctx learning search parser', says: 'what mentions it' }],
  arguments: queryArgument,
  flags: {},
  returns: listSchema,
  run: ({ args }, services) => searchLedger('learning', args.query, services),
  render: ({ items }, terminal) => renderItems(items, 'Nothing found.', terminal),
});
