// The user's own config, which counts in every project.

import { userConfig } from '../config/user-config.js';
import type { Environment } from '../disk/user-folder.js';
import { type Check, ok, skipped } from './check.js';

export function userChecks(root: string, env: Environment): Check[] {
  return [
    {
      name: 'own config',
      async examine() {
        const config = await userConfig({ root, env });
        return config === undefined ? skipped('you have none, or it has no settings') : ok(config.file);
      },
    },
  ];
}
