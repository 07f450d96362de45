// The tables of a shared store, set up or shown.

import type { Services } from '../../../cli/command.js';
import { migrate, type Roles, statementsFor } from '../../../store/postgres/migrate.js';
import { knownVersion } from '../../../store/postgres/migrations.js';
import { withStore } from './open-store.js';

export function migrateStore(url: string, services: Services, roles: Roles) {
  return withStore(
    url,
    services,
    async ({ connections }) => {
      const { from, to: version } = await migrate(connections, roles);
      return { store: connections.shown, from, version };
    },
    async () => {},
  );
}

export function printed(roles: Roles) {
  const statements = statementsFor(0, roles).map((sql) => sql.trim().replace(/;?$/, ';'));
  return { from: 0, version: knownVersion, sql: `begin;\n${statements.join('\n\n')}\ncommit;\n` };
}
