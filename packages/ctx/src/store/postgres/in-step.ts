// Whether the columns beside a fleet's chain say what its records say: they are an index, and the records are the truth.

import { countsOf } from '../fleet-state.js';
import type { Connections } from './connections.js';
import { fleetRow, nowMs } from './fleet-row.js';
import { foldFleet } from './read-store.js';

/** The first column that says something else; nothing where all agree, or where somebody wrote in between. */
export async function outOfStep(connections: Connections, id: string): Promise<string | undefined> {
  const { state, head } = await foldFleet(connections, id);
  const [row] = await connections.rows(`select f.*, ${nowMs} as now from ctx.fleet f where f.id = $1`, [id]);
  if (row === undefined) return undefined;
  const fleet = fleetRow(row);
  if (fleet.head.seq > head.seq) return undefined;
  const { queued, running } = countsOf(state);
  const { spent, reserved, failures, closed } = state;
  const said = {
    head_hash: [fleet.head.hash, head.hash],
    queued: [fleet.queued, queued],
    running: [fleet.running, running],
    failures: [fleet.failures, failures],
    spent_microusd: [fleet.spent.microusd, spent.microusd],
    spent_tokens: [fleet.spent.tokens, spent.tokens],
    reserved_microusd: [fleet.reserved.microusd, reserved.microusd],
    reserved_tokens: [fleet.reserved.tokens, reserved.tokens],
    closed: [fleet.closed, closed],
  };
  return Object.entries(said).find(([, [column, told]]) => column !== told)?.[0];
}
