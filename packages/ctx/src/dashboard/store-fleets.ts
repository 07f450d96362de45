// Fleets of a store that machines share: found by their rows, each followed record by record. Nothing is written there.

import { fail } from '../protocol/codes.js';
import type { Statements } from '../store/postgres/connections.js';
import { nowMs } from '../store/postgres/fleet-row.js';
import { fleetReader, linesOfFleet } from '../store/postgres/read-store.js';
import { numberOf, type Row, textOf } from '../store/postgres/rows.js';
import { fleetFold, type Heard } from './fleet-fold.js';
import type { FleetSource, FollowedFleet, FoundFleet } from './fleets.js';

export interface StoreLook {
  readonly statements: Statements;
  /** The store's address, without a password. */
  readonly shown: string;
  readonly now: () => number;
}

const mostFleets = 200;

export function storeFleets(look: StoreLook): FleetSource {
  return {
    kept: 'store',
    async find() {
      const { statements } = look;
      const [fleets, holders] = await Promise.all([
        statements.rows('select id, head_hash, head_at from ctx.fleet order by head_at desc limit $1', [
          mostFleets,
        ]),
        statements.rows(workers),
      ]);
      return fleets.map((row) => found(row, holders, look));
    },
  };
}

/**
 * By fleet and the name that records give to a worker: how many sessions it holds whose lease is over and how many whose is not, and how
 * long ago it was heard of.
 */
const workers = `
  with at as (select ${nowMs} as now),
       held as (select fleet, owner, count(*) filter (where lease_until >= clock_timestamp()) as kept,
                  count(*) filter (where lease_until < clock_timestamp()) as over
                from ctx.session where state = 'running' and owner is not null group by fleet, owner),
       seen as (select host || '/' || pid as owner, max((extract(epoch from seen_at) * 1000)::bigint) as seen from ctx.worker group by 1)
  select coalesce(held.fleet, '') as fleet, coalesce(held.owner, seen.owner) as owner, coalesce(held.kept, 0) as kept,
    coalesce(held.over, 0) as over, at.now - coalesce(seen.seen, at.now) as age, seen.seen is not null as is_seen
  from at cross join (held full join seen on held.owner = seen.owner)`;

/** One that says nothing for so long, and holds nothing, is gone. */
const goneMs = 60_000;

function found(row: Row, holders: readonly Row[], { statements, shown, now }: StoreLook): FoundFleet {
  const id = textOf(row, 'id');
  const own = holders.filter((one) => textOf(one, 'fleet') === id);
  const [kept, over] = [sumOf(own, 'kept'), sumOf(own, 'over')];
  return {
    at: `${shown}#${id}`,
    project: shown,
    fleetId: id,
    changedMs: Date.parse(textOf(row, 'head_at')) || 0,
    stamp: `${textOf(row, 'head_hash')} ${kept > 0} ${over}`,
    isRunning: kept > 0,
    heard: (worker) => heardOf(worker, own, holders, now()),
    follow: () => followed(id, shown, statements),
  };
}

function sumOf(rows: readonly Row[], name: string): number {
  return rows.reduce((sum, row) => sum + numberOf(row, name), 0);
}

function heardOf(
  worker: string,
  own: readonly Row[],
  holders: readonly Row[],
  now: number,
): Heard | undefined {
  const isIt = (row: Row) => textOf(row, 'owner') === worker;
  const here = own.find(isIt);
  const row = here ?? holders.find(isIt);
  if (row === undefined) return undefined;
  const age = numberOf(row, 'age');
  if (here === undefined && age > goneMs) return undefined;
  return { at: now - age, silent: here !== undefined && numberOf(here, 'over') > 0 };
}

function followed(id: string, shown: string, statements: Statements): FollowedFleet {
  const fold = fleetFold();
  const reader = fleetReader(id, shown, (record) => fold.take(record));
  return {
    async advance() {
      const from = (reader.head?.seq ?? -1) + 1;
      for await (const line of linesOfFleet(statements, id, from)) reader.take(line);
      if (reader.head === undefined) throw fail('fleet_unknown', { operation: 'find', target: id });
      return fold;
    },
  };
}
