// A session whose worker let its lease run out: taken over, or given up where it took too many workers with it.

import { genesis } from '../../protocol/records/format.js';
import type { QueuedSession } from '../fleet-records.js';
import { minus, plus } from '../fleet-state.js';
import type { Connections, Statements, Transaction } from './connections.js';
import type { Claimed, Claimer } from './exchange.js';
import { appendToFleet, type FleetRow, lockFleet, type Sealer } from './fleet-row.js';
import { needOf } from './handed-out.js';
import { textOf, textOrNone, truthOf } from './rows.js';
import { queuedIn, type SessionRow, sessionRow } from './session-row.js';

/** A session that took so many workers with it is not handed out again. */
const mostTakeovers = 10;

const withPlan = `
  select s.*, r.line from ctx.session s join ctx.fleet_record r on r.fleet = s.fleet and r.seq = s.queued_seq
  where s.id = `;

/** What a worker with a free slot sees in one look: all that an idle one asks for, every second. */
export interface Seen {
  /** A session whose worker let its lease run out. */
  readonly lost: { readonly id: string; readonly fleet: string } | undefined;
  /** Sessions wait in fleets that begin them. */
  readonly waits: boolean;
  /** Sessions are under way, here or elsewhere. */
  readonly runs: boolean;
}

export async function lookAround(statements: Statements, { labels, fleet }: Claimer): Promise<Seen> {
  const [row] = await statements.rows(
    `select lost.id, lost.fleet,
       exists (select from ctx.fleet f where not f.closed and f.queued > 0 and f.stopped is null and ($2::text is null or f.id = $2)) as waits,
       exists (select from ctx.session s where s.state = 'running' and ($2::text is null or s.fleet = $2)) as runs
     from (select) as one left join lateral (
       select s.id, s.fleet from ctx.session s where s.state = 'running' and s.lease_until < clock_timestamp()
         and s.labels <@ $1::text[] and ($2::text is null or s.fleet = $2) order by s.lease_until limit 1) lost on true`,
    [labels, fleet ?? null],
  );
  if (row === undefined) throw new TypeError('a look without an answer');
  const id = textOrNone(row, 'id');
  return {
    lost: id === undefined ? undefined : { id, fleet: textOf(row, 'fleet') },
    waits: truthOf(row, 'waits'),
    runs: truthOf(row, 'runs'),
  };
}

/** Nothing where it is not lost any more, or somebody else was faster. */
export async function claimLost(
  connections: Connections,
  claimer: Claimer,
  sealer: Sealer,
  found: NonNullable<Seen['lost']>,
): Promise<Claimed | 'given up' | undefined> {
  return connections.transaction(async (within) => {
    const fleet = await lockFleet(within, found.fleet);
    const [row] = await within.rows(
      `${withPlan} $1 and s.state = 'running' and s.lease_until < clock_timestamp() for no key update of s skip locked`,
      [found.id],
    );
    if (fleet === undefined || row === undefined) return undefined;
    const session = sessionRow(row);
    if (session.takeovers >= mostTakeovers) {
      giveUp(within, fleet, session, sealer);
      return 'given up';
    }
    const queued = queuedIn(row, sealer.shapes);
    return take(within, fleet, session, queued, { claimer, sealer });
  });
}

async function take(
  within: Transaction,
  fleet: FleetRow,
  session: SessionRow,
  queued: QueuedSession,
  { claimer, sealer }: { readonly claimer: Claimer; readonly sealer: Sealer },
): Promise<Claimed> {
  const { attempts: attempt } = session;
  const reserved = needOf(session);
  const { id: session_id, log } = session;
  const asked = claimer.now();
  within.send(
    `update ctx.session set epoch = epoch + 1, owner = $2, worker = $3, takeovers = takeovers + 1,
       lease_until = clock_timestamp() + $4 * interval '1 millisecond', reserved_microusd = $5, reserved_tokens = $6
     where id = $1`,
    [session_id, claimer.owner, claimer.worker, claimer.leaseMs, reserved.microusd, reserved.tokens],
  );
  const body = { session_id, log, attempt, owner: claimer.owner, reserved };
  appendToFleet(within, fleet, sealer, [{ type: 'session.claimed', body }], {
    reserved: plus(minus(fleet.reserved, session.reserved), reserved),
  });
  return {
    fleet,
    row: { ...session, epoch: session.epoch + 1, reserved },
    queued,
    attempt,
    lost: true,
    asked,
  };
}

/** Nobody knows what it used: all that was reserved counts as spent. */
function giveUp(within: Transaction, fleet: FleetRow, session: SessionRow, sealer: Sealer): void {
  const {
    id: session_id,
    log,
    attempts: attempt,
    headSeq: seq,
    headHash: hash,
    most: spent,
    provider,
  } = session;
  within.send(
    `update ctx.session set state = 'failed', reserved_microusd = 0, reserved_tokens = 0, log_ended = true, logs = logs + $2,
       log_spent_microusd = $3, log_spent_tokens = $4, lease_until = null, worker = null where id = $1`,
    [session_id, session.logEnded ? 0 : 1, spent.microusd, spent.tokens],
  );
  const head = hash === genesis ? {} : { head: { seq, hash } };
  const body = { session_id, log, attempt, outcome: 'failed', cause: 'worker_lost', ...head, spent } as const;
  appendToFleet(
    within,
    fleet,
    sealer,
    [{ type: 'session.ended', body }],
    {
      reserved: minus(fleet.reserved, session.reserved),
      spent: plus(minus(fleet.spent, session.logSpent), spent),
      running: fleet.running - 1,
      failures: fleet.failures + 1,
    },
    new Map([[provider, -1]]),
  );
}
