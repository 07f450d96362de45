import { searchCommand } from '../ledger/search-command.js';

export default searchCommand('learning');
