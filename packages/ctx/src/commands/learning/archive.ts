import { archiveCommand } from '../ledger/archive-command.js';

export default archiveCommand('learning');
