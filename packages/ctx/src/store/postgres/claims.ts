// Sessions handed out: one that nobody has any more, or the first that waits and may begin. Whoever claims has locked the fleet's row, so
// its limits hold exactly, over all workers.

import { genesis } from '../../protocol/records/format.js';
import type { Amounts, QueuedSession } from '../fleet-records.js';
import { minus, plus } from '../fleet-state.js';
import type { Connections, Statements } from './connections.js';
import { appendToFleet, type FleetRow, fleetRow, lockFleet, nowMs, type Sealer } from './fleet-row.js';
import { textOf } from './rows.js';
import { queuedIn, type SessionRow, sessionRow } from './session-row.js';

/** Who claims, and what it may take. */
export interface Claimer {
  readonly worker: string;
  readonly owner: string;
  readonly labels: readonly string[];
  /** This fleet alone. */
  readonly fleet: string | undefined;
  readonly leaseMs: number;
}

export interface Taken {
  readonly fleet: FleetRow;
  readonly row: SessionRow;
  readonly queued: QueuedSession;
  readonly attempt: number;
  readonly lost: boolean;
}

/** A session that took so many workers with it is not handed out again. */
const mostTakeovers = 10;

const needed = (amount: 'microusd' | 'tokens') =>
  `(f.max_${amount} is null or f.spent_${amount} + f.reserved_${amount} + greatest(0, s.most_${amount} - s.log_spent_${amount}) <= f.max_${amount})`;

/** The best of every lane that is open, then the best of those. $1 are labels, $2 is a fleet or null. */
const waiting = `
  from ctx.fleet f join ctx.lane l on l.fleet = f.id
  cross join lateral (
    select s.id, s.priority, s.place from ctx.session s
    where s.fleet = l.fleet and s.provider = l.provider and s.state = 'queued' and s.not_before <= clock_timestamp()
      and s.labels <@ $1::text[] and ${needed('microusd')} and ${needed('tokens')}
    order by s.priority desc, s.place limit 1
  ) best
  where f.queued > 0 and f.stopped is null and f.running < f.at_once and (l.at_once is null or l.running < l.at_once)
    and ($2::text is null or f.id = $2)
  order by best.priority desc, f.put_in, best.place limit 1`;

const withPlan = `
  select s.*, r.line from ctx.session s join ctx.fleet_record r on r.fleet = s.fleet and r.seq = s.queued_seq
  where s.id = `;

/** The first that waits and may begin. */
export async function claimWaiting(
  connections: Connections,
  claimer: Claimer,
  sealer: Sealer,
): Promise<Taken | undefined> {
  for (;;) {
    const taken = await connections.transaction((within) => firstWaiting(within, claimer, sealer));
    if (taken !== 'taken by others') return taken;
  }
}

async function firstWaiting(
  within: Statements,
  claimer: Claimer,
  sealer: Sealer,
): Promise<Taken | 'taken by others' | undefined> {
  const [first] = await within.rows(
    `select f.*, ${nowMs} as now from ctx.fleet f where f.id = (select f.id ${waiting}) for no key update of f`,
    [claimer.labels, claimer.fleet ?? null],
  );
  if (first === undefined) return undefined;
  const fleet = fleetRow(first);
  // Others may have claimed while we waited for the lock.
  const [row] = await within.rows(
    `${withPlan} (select best.id ${waiting}) for no key update of s skip locked`,
    [claimer.labels, fleet.id],
  );
  if (row === undefined) return 'taken by others';
  const queued = queuedIn(textOf(row, 'line'), sealer.shapes);
  return take(within, fleet, sessionRow(row), queued, { claimer, sealer, lost: false });
}

/** One whose worker let its lease run out. */
export async function claimLost(
  connections: Connections,
  claimer: Claimer,
  sealer: Sealer,
): Promise<Taken | 'given up' | undefined> {
  const [found] = await connections.rows(
    `select id, fleet from ctx.session where state = 'running' and lease_until < clock_timestamp()
       and labels <@ $1::text[] and ($2::text is null or fleet = $2) order by lease_until limit 1`,
    [claimer.labels, claimer.fleet ?? null],
  );
  if (found === undefined) return undefined;
  return connections.transaction(async (within) => {
    const fleet = await lockFleet(within, textOf(found, 'fleet'));
    const [row] = await within.rows(
      `${withPlan} $1 and s.state = 'running' and s.lease_until < clock_timestamp() for no key update of s skip locked`,
      [textOf(found, 'id')],
    );
    if (fleet === undefined || row === undefined) return undefined;
    const session = sessionRow(row);
    if (session.takeovers >= mostTakeovers) {
      await giveUp(within, fleet, session, sealer);
      return 'given up';
    }
    const queued = queuedIn(textOf(row, 'line'), sealer.shapes);
    return take(within, fleet, session, queued, { claimer, sealer, lost: true });
  });
}

async function take(
  within: Statements,
  fleet: FleetRow,
  session: SessionRow,
  queued: QueuedSession,
  how: { readonly claimer: Claimer; readonly sealer: Sealer; readonly lost: boolean },
): Promise<Taken> {
  const { claimer, sealer, lost } = how;
  const attempt = lost ? session.attempts : session.attempts + 1;
  const reserved = needOf(session);
  const { id: session_id, log, provider } = session;
  await within.rows(
    `update ctx.session set state = 'running', epoch = epoch + 1, attempts = $2, owner = $3, worker = $4, takeovers = $5,
       lease_until = clock_timestamp() + $6 * interval '1 millisecond', reserved_microusd = $7, reserved_tokens = $8
     where id = $1`,
    [
      session_id,
      attempt,
      claimer.owner,
      claimer.worker,
      lost ? session.takeovers + 1 : 0,
      claimer.leaseMs,
      reserved.microusd,
      reserved.tokens,
    ],
  );
  const body = { session_id, log, attempt, owner: claimer.owner, reserved };
  const begun = lost ? 0 : 1;
  await appendToFleet(
    within,
    fleet,
    sealer,
    [{ type: 'session.claimed', body }],
    {
      reserved: plus(minus(fleet.reserved, session.reserved), reserved),
      queued: fleet.queued - begun,
      running: fleet.running + begun,
    },
    { provider, running: begun },
  );
  return { fleet, row: { ...session, epoch: session.epoch + 1, reserved }, queued, attempt, lost };
}

/** What an attempt has to reserve: what its log used already is paid. */
function needOf({ most, logSpent }: SessionRow): Amounts {
  return {
    microusd: Math.max(0, most.microusd - logSpent.microusd),
    tokens: Math.max(0, most.tokens - logSpent.tokens),
  };
}

/** Nobody knows what it used: all that was reserved counts as spent. */
async function giveUp(
  within: Statements,
  fleet: FleetRow,
  session: SessionRow,
  sealer: Sealer,
): Promise<void> {
  const {
    id: session_id,
    log,
    attempts: attempt,
    headSeq: seq,
    headHash: hash,
    most: spent,
    provider,
  } = session;
  await within.rows(
    `update ctx.session set state = 'failed', reserved_microusd = 0, reserved_tokens = 0, log_ended = true, logs = logs + $2,
       log_spent_microusd = $3, log_spent_tokens = $4, lease_until = null, worker = null where id = $1`,
    [session_id, session.logEnded ? 0 : 1, spent.microusd, spent.tokens],
  );
  const head = hash === genesis ? {} : { head: { seq, hash } };
  const body = { session_id, log, attempt, outcome: 'failed', cause: 'worker_lost', ...head, spent } as const;
  await appendToFleet(
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
    { provider, running: -1 },
  );
}
