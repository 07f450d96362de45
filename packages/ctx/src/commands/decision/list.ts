import { listCommand } from '../ledger/list-command.js';

export default listCommand('decision');
