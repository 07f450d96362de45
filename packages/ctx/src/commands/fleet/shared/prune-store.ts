// Old fleets of a shared store, removed or only named.

import type { Services } from '../../../cli/command.js';
import { oldFleets, pruneFleets } from '../../../store/postgres/prune.js';
import { withStore } from './open-store.js';

export interface Pruning {
  readonly days: number;
  /** This one alone. */
  readonly fleet: string | undefined;
  readonly isTrial: boolean;
}

export function pruneStore(url: string, services: Services, { days, fleet, isTrial }: Pruning) {
  return withStore(url, services, async ({ connections }) => {
    const prune = isTrial ? oldFleets : pruneFleets;
    return { store: connections.shown, removed: await prune(connections, days * 86_400, fleet) };
  });
}
