// Another log for a claim that cannot go on with the one that it had.

import { fail } from '../../protocol/codes.js';
import { genesis } from '../../protocol/records/format.js';
import { fits, minus, plus } from '../fleet-state.js';
import type { Claim } from '../fleet-store.js';
import type { Connections, Statements } from './connections.js';
import { appendToFleet, type FleetRow, lockFleet, type Sealer } from './fleet-row.js';
import { lockSession, type SessionRow } from './session-row.js';

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
    within.send(
      `update ctx.session set log = $2, head_seq = -1, head_hash = $3, log_ended = false, log_spent_microusd = 0, log_spent_tokens = 0,
         reserved_microusd = $4, reserved_tokens = $5 where id = $1`,
      [session_id, log, genesis, reserved.microusd, reserved.tokens],
    );
    const body = { session_id, log, attempt: claim.attempt, owner, reserved };
    appendToFleet(within, fleet, sealer, [{ type: 'session.claimed', body }], {
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
  const [fleet, session] = await Promise.all([lockFleet(within, id), lockSession(within, session_id)]);
  if (fleet === undefined || session === undefined || session.epoch !== claim.epoch) throw lost(session_id);
  return { fleet, session };
}

function lost(target: string) {
  return fail('lease_lost', { operation: 'fleet', target });
}
