// Before anything new: what a killed process left is finished or cleared up, so that nothing stays half-installed.

import type { Environment } from '../../disk/user-folder.js';
import { settleFolder } from './put-folder.js';
import { allRecords } from './records.js';
import { settleServers } from './server-settings.js';

/** Under the lock. */
export function settleAll(env: Environment): void {
  for (const record of allRecords(env)) {
    if (record.type === 'folder') settleFolder(env, record);
    else settleServers(env, record);
  }
}
