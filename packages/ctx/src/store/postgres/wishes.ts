// What somebody wants of a fleet in a store: that it ends, that it goes on, that sessions are tried again. Workers hear of it from the rows.

import { fail } from '../../protocol/codes.js';
import type { FleetLimits } from '../fleet-records.js';
import type { FleetEntry } from '../seal-records.js';
import type { Connections, Statements } from './connections.js';
import { appendToFleet, type FleetRow, lockFleet, type Sealer } from './fleet-row.js';
import { closeFleet } from './over.js';
import { textOf } from './rows.js';

export interface Wishing {
  readonly connections: Connections;
  readonly sealer: Sealer;
  readonly fleet: string;
}

/** Those that wait are not begun any more; those under way hear of it with their worker's next beat. */
export async function cancelIn(
  { connections, sealer, fleet: id }: Wishing,
  sessions: readonly string[],
): Promise<void> {
  await connections.transaction(async (within) => {
    const fleet = await lockedFleet(within, id);
    await requireKnown(within, id, sessions, 'cancel');
    const some = sessions.length === 0 ? null : sessions;
    const rows = await within.rows(
      `with mine as (select id, state from ctx.session where fleet = $1 and state in ('queued', 'running') and ($2::text[] is null or id = any ($2))
                     order by id for no key update)
       update ctx.session s set cancelled = true, state = case when mine.state = 'queued' then 'cancelled' else mine.state end
         from mine where s.id = mine.id returning mine.state as before`,
      [id, some],
    );
    const waited = rows.filter((row) => textOf(row, 'before') === 'queued').length;
    const body = some === null ? {} : { sessions: [...sessions] };
    appendToFleet(within, fleet, sealer, [{ type: 'fleet.cancelled', body }], {
      queued: fleet.queued - waited,
      ...(some === null && { cancelled: true }),
    });
  });
  await closeFleet(connections, sealer, id);
}

/** It goes on, with another budget where one is given. */
export async function resumeIn(
  { connections, sealer, fleet: id }: Wishing,
  owner: string,
  budget: Pick<FleetLimits, 'max_microusd' | 'max_tokens'>,
): Promise<void> {
  await connections.transaction(async (within) => {
    const fleet = await lockedFleet(within, id);
    if (fleet.queued + fleet.running === 0) throw fail('fleet_finished', { operation: 'resume', target: id });
    appendToFleet(within, fleet, sealer, [{ type: 'fleet.resumed', body: { owner, ...budget } }], {
      limits: { ...fleet.limits, ...budget },
      stopped: undefined,
      failures: 0,
      closed: false,
    });
  });
}

/** Sessions that failed or were cancelled wait again; all of them where none is named. */
export async function retryIn(
  { connections, sealer, fleet: id }: Wishing,
  sessions: readonly string[],
  owner: string,
  budget: Pick<FleetLimits, 'max_microusd' | 'max_tokens'>,
): Promise<void> {
  await connections.transaction(async (within) => {
    const fleet = await lockedFleet(within, id);
    await requireKnown(within, id, sessions, 'retry');
    const rows = await within.rows(
      `update ctx.session set state = 'queued', cancelled = false, not_before = '-infinity', attempts = 0
         where fleet = $1 and state in ('failed', 'cancelled') and ($2::text[] is null or id = any ($2)) returning id, place`,
      [id, sessions.length === 0 ? null : sessions],
    );
    if (rows.length === 0) throw fail('fleet_nothing_to_retry', { operation: 'retry', target: id });
    const again: FleetEntry[] = rows
      .toSorted((a, b) => Number(a['place']) - Number(b['place']))
      .map((row) => ({ type: 'session.requeued', body: { session_id: textOf(row, 'id') } }));
    appendToFleet(within, fleet, sealer, [{ type: 'fleet.resumed', body: { owner, ...budget } }, ...again], {
      limits: { ...fleet.limits, ...budget },
      stopped: undefined,
      failures: 0,
      cancelled: false,
      closed: false,
      queued: fleet.queued + again.length,
    });
  });
}

async function lockedFleet(within: Statements, id: string): Promise<FleetRow> {
  const fleet = await lockFleet(within, id);
  if (fleet === undefined) throw fail('fleet_unknown', { operation: 'find', target: id });
  return fleet;
}

async function requireKnown(
  within: Statements,
  fleet: string,
  sessions: readonly string[],
  operation: string,
): Promise<void> {
  const rows = await within.rows('select id from ctx.session where fleet = $1 and id = any ($2::text[])', [
    fleet,
    sessions,
  ]);
  const known = new Set(rows.map((row) => textOf(row, 'id')));
  for (const target of sessions)
    if (!known.has(target)) throw fail('fleet_session_unknown', { operation, target, fleet });
}
