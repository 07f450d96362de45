// Fleets of a shared store as the commands about fleets tell of them: folded from the same records as those of a file.

import type { Services } from '../../../cli/command.js';
import { fail } from '../../../protocol/codes.js';
import { Failure } from '../../../protocol/failure.js';
import type { FleetState } from '../../../store/fleet-state.js';
import { summaryOf } from '../../../store/fleet-summary.js';
import type { Connections } from '../../../store/postgres/connections.js';
import { fleetIds, foldFleet, workedOn } from '../../../store/postgres/read-store.js';
import type { FleetAnswer } from '../fleet-answer.js';
import { toldOf } from '../read-state.js';
import { withStore } from './open-store.js';

/** As `path` tells it. */
export function placeOf({ shown }: Connections, id: string): string {
  return `${shown}#${id}`;
}

/** The newest where none is named. */
export async function fleetMeant(connections: Connections, named: string | undefined): Promise<string> {
  if (named !== undefined) return named;
  const [newest] = await fleetIds(connections);
  if (newest === undefined)
    throw fail('fleet_none', { operation: 'find', target: connections.shown, folder: connections.shown });
  return newest;
}

export async function lookAtShared(
  connections: Connections,
  named: string | undefined,
): Promise<FleetAnswer> {
  const id = await fleetMeant(connections, named);
  const { state, head } = await foldFleet(connections, id);
  const isRunning = (await workedOn(connections, id)) > 0;
  return toldOf(state, { path: placeOf(connections, id), head: head.hash, isRunning, warnings: [] });
}

export function fleetInStore(
  url: string,
  services: Services,
  named: string | undefined,
): Promise<FleetAnswer> {
  return withStore(url, services, ({ connections }) => lookAtShared(connections, named));
}

export function fleetsInStore(url: string, services: Services) {
  return withStore(url, services, async ({ connections }) => {
    const { fleets, unreadable } = await listShared(connections);
    const rows = fleets.map(({ path, told: { causes: _, ...told } }) => ({ ...told, path }));
    return { directory: connections.shown, fleets: rows, unreadable };
  });
}

export interface ListedFleets {
  readonly fleets: { readonly path: string; readonly told: ReturnType<typeof summaryOf> }[];
  readonly unreadable: { path: string; code: string }[];
}

export async function listShared(connections: Connections): Promise<ListedFleets> {
  const fleets: ListedFleets['fleets'] = [];
  const unreadable: ListedFleets['unreadable'] = [];
  for (const id of await fleetIds(connections)) {
    const path = placeOf(connections, id);
    let state: FleetState;
    try {
      state = (await foldFleet(connections, id)).state;
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'fleet_broken') throw error;
      unreadable.push({ path, code: error.code });
      continue;
    }
    fleets.push({ path, told: summaryOf(state, (await workedOn(connections, id)) > 0) });
  }
  return { fleets, unreadable };
}
