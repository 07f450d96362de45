import { archiveCommand } from '../ledger/archive-command.js';

export default archiveCommand('task', [
  { line: 'ctx task archive', says: 'everything that is done' },
  { line: 'ctx task archive 3', says: 'this one, done or not' },
]);
