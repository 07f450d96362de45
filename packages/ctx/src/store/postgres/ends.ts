// How an attempt ended, written by whoever still has the claim: what was reserved is given back, a retry is decided, the fleet stops after
// too many failures.

import { fail } from '../../protocol/codes.js';
import { genesis } from '../../protocol/records/format.js';
import { againAt, spentOf } from '../after-end.js';
import { fits, minus, plus } from '../fleet-state.js';
import type { Claim, Ended } from '../fleet-store.js';
import type { FleetEntry } from '../seal-records.js';
import type { Connections, Statements } from './connections.js';
import { appendToFleet, type FleetRow, lockFleet, type Sealer } from './fleet-row.js';
import { lockSession, type SessionRow } from './session-row.js';

/** Whether nothing is left to do in the fleet. */
export async function endClaim(
  connections: Connections,
  sealer: Sealer,
  held: { readonly claim: Claim; readonly fleet: string },
  ended: Ended,
): Promise<{ readonly isOver: boolean }> {
  const { claim } = held;
  return connections.transaction(async (within) => {
    const { fleet, session } = await locked(within, held);
    // The answer was lost, and it is written.
    if (session.state !== 'running') return { isOver: isOver(fleet) };
    const { id: session_id, log, provider } = session;
    const { used: _, ...how } = ended;
    const spent = spentOf(ended, session.most);
    const again = session.cancelled ? undefined : againAt(ended, claim.attempt, fleet.limits, fleet.now);
    const again_at = again === undefined ? {} : { again_at: new Date(again).toISOString() };
    const body = { session_id, log, attempt: claim.attempt, ...how, spent, ...again_at };
    const isBack = ended.outcome === 'interrupted' || again !== undefined;
    const failures = fleet.failures + (ended.outcome === 'failed' && !isBack ? 1 : 0);
    const { stop_after_failures = Infinity } = fleet.limits;
    const stops = failures >= stop_after_failures && fleet.stopped === undefined;
    await within.rows(
      `update ctx.session set state = $2, attempts = $3, not_before = coalesce(to_timestamp($4::double precision / 1000), not_before),
         reserved_microusd = 0, reserved_tokens = 0, log_ended = true, logs = logs + $5, log_spent_microusd = $6, log_spent_tokens = $7,
         lease_until = null, worker = null where id = $1`,
      [
        session_id,
        isBack ? 'queued' : ended.outcome,
        ended.outcome === 'interrupted' ? Math.max(0, claim.attempt - 1) : claim.attempt,
        again ?? null,
        session.logEnded ? 0 : 1,
        spent.microusd,
        spent.tokens,
      ],
    );
    const entries: FleetEntry[] = [{ type: 'session.ended', body }];
    if (stops) entries.push({ type: 'fleet.stopped', body: { reason: 'failures' } });
    const standing = {
      reserved: minus(fleet.reserved, session.reserved),
      spent: plus(minus(fleet.spent, session.logSpent), spent),
      queued: fleet.queued + (isBack ? 1 : 0),
      running: fleet.running - 1,
      failures,
      ...(stops && { stopped: 'failures' as const }),
    };
    await appendToFleet(within, fleet, sealer, entries, standing, { provider, running: -1 });
    return { isOver: isOver({ ...fleet, ...standing }) };
  });
}

function isOver({ queued, running, closed }: FleetRow): boolean {
  return queued + running === 0 && !closed;
}

/** Another log for the same claim; nothing where the money does not reach for it. */
export async function beginOtherLog(
  connections: Connections,
  sealer: Sealer,
  held: { readonly claim: Claim; readonly fleet: string },
  owner: string,
): Promise<string | undefined> {
  const { claim } = held;
  return connections.transaction(async (within) => {
    const { fleet, session } = await locked(within, held);
    if (session.state !== 'running') throw lost(session.id);
    const { id: session_id, most: reserved } = session;
    const log = `${session_id}-try${session.logs + 1}`;
    // The answer was lost, and it is written.
    if (session.log === log) return log;
    const more = minus(reserved, session.reserved);
    if (!fits(fleet, more)) return undefined;
    await within.rows(
      `update ctx.session set log = $2, head_seq = -1, head_hash = $3, log_ended = false, log_spent_microusd = 0, log_spent_tokens = 0,
         reserved_microusd = $4, reserved_tokens = $5 where id = $1`,
      [session_id, log, genesis, reserved.microusd, reserved.tokens],
    );
    const body = { session_id, log, attempt: claim.attempt, owner, reserved };
    await appendToFleet(within, fleet, sealer, [{ type: 'session.claimed', body }], {
      reserved: plus(fleet.reserved, more),
    });
    return log;
  });
}

async function locked(
  within: Statements,
  { claim, fleet: id }: { readonly claim: Claim; readonly fleet: string },
): Promise<{ readonly fleet: FleetRow; readonly session: SessionRow }> {
  const { session_id } = claim.session;
  const fleet = await lockFleet(within, id);
  const session = await lockSession(within, session_id);
  if (fleet === undefined || session === undefined || session.epoch !== claim.epoch) throw lost(session_id);
  return { fleet, session };
}

function lost(target: string) {
  return fail('lease_lost', { operation: 'fleet', target });
}
