// A shared store as a dashboard shows it: connections of its own, opened when somebody looks, for reading alone.

import { hostname } from 'node:os';
import type { Services } from '../../../cli/command.js';
import type { FleetSource } from '../../../dashboard/fleets.js';
import { storeFleets } from '../../../dashboard/store-fleets.js';
import type { WatchedFolder } from '../../../dashboard/watch-folder.js';
import { watchStore } from '../../../dashboard/watch-store.js';
import { Connections, type Statements } from '../../../store/postgres/connections.js';
import { requireVersion } from '../../../store/postgres/migrate.js';
import { addressOf } from './open-store.js';

export interface ShownStore {
  readonly source: FleetSource;
  watch(isWanted: () => boolean, changed: () => void): WatchedFolder;
  close(): Promise<void>;
}

/** A page waits for the answer. */
const timeoutMs = 10_000;

export function shownStore(url: string, { env, program, clock }: Services): ShownStore {
  const address = addressOf(url, env);
  const name = `ctx ui ${program.version} ${hostname()}`.slice(0, 63);
  const connections = new Connections({ address, name, most: 2, timeoutMs });
  const statements = checked(connections);
  return {
    source: storeFleets({ statements, shown: connections.shown, now: () => clock.now() }),
    watch: (isWanted, changed) => watchStore({ statements, isWanted, changed }),
    close: () => connections.close(),
  };
}

/** What a store of another version holds is not guessed at. */
function checked(connections: Connections): Statements {
  let isKnown = false;
  return {
    async rows(text, values) {
      if (!isKnown) await requireVersion(connections);
      isKnown = true;
      return connections.rows(text, values);
    },
  };
}
