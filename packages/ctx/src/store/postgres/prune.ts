// Fleets that are over and old, removed with all their sessions, records and snapshots.

import type { Connections, Statements } from './connections.js';
import { numberOf, type Row, textOf } from './rows.js';

export interface OldFleet {
  readonly fleet_id: string;
  readonly last_at: string;
  readonly sessions: number;
  readonly records: number;
}

const old = `from ctx.fleet f where f.queued + f.running = 0 and f.head_at::timestamptz < clock_timestamp() - $1 * interval '1 second'
  and ($2::text is null or f.id = $2)`;

export async function oldFleets(
  statements: Statements,
  olderThanSeconds: number,
  only: string | undefined,
): Promise<OldFleet[]> {
  const rows = await statements.rows(
    `select f.id, f.head_at, (select count(*) from ctx.session s where s.fleet = f.id) as sessions,
       f.head_seq + 1 + (select count(*) from ctx.record r join ctx.session s on s.id = r.session where s.fleet = f.id) as records
     ${old} order by f.put_in`,
    [olderThanSeconds, only ?? null],
  );
  return rows.map(oldFleet);
}

function oldFleet(row: Row): OldFleet {
  return {
    fleet_id: textOf(row, 'id'),
    last_at: textOf(row, 'head_at'),
    sessions: numberOf(row, 'sessions'),
    records: numberOf(row, 'records'),
  };
}

/** Fleet by fleet: a retry that somebody wants at the same moment is not lost, because what is not over any more stays. */
export async function pruneFleets(
  connections: Connections,
  olderThanSeconds: number,
  only: string | undefined,
): Promise<OldFleet[]> {
  const removed: OldFleet[] = [];
  for (const fleet of await oldFleets(connections, olderThanSeconds, only)) {
    const gone = await connections.rows(`delete ${old} returning f.id`, [olderThanSeconds, fleet.fleet_id]);
    if (gone.length > 0) removed.push(fleet);
  }
  return removed;
}
