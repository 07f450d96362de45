// Ends handed in and sessions handed out, of one fleet, in one transaction and three ways to the server. Whoever does it has locked the
// fleet's row, so its limits hold exactly, over all workers.

import type { Connections, Statements, Transaction } from './connections.js';
import { appendToFleet, type FleetRow, lockFleet, type Sealer } from './fleet-row.js';
import { type EndedRow, type HandedIn, handIn } from './handed-in.js';
import { type Candidate, handOut, type Taken } from './handed-out.js';
import { numberOf, numberOrNone, type Row, textOf, truthOf } from './rows.js';
import { queuedIn, sessionRow } from './session-row.js';

/** Who claims, and what it may take. */
export interface Claimer {
  readonly worker: string;
  readonly owner: string;
  readonly labels: readonly string[];
  /** This fleet alone. */
  readonly fleet: string | undefined;
  readonly leaseMs: number;
  /** Milliseconds that only go forward. */
  readonly now: () => number;
}

/** A session that is ours from then on, surely: just before the store was told. */
export interface Claimed extends Taken {
  readonly asked: number;
}

export interface Exchanging {
  readonly fleet: string;
  readonly ends: readonly HandedIn[];
  /** How many sessions are wanted. */
  readonly most: number;
}

export interface Exchanged {
  /** One for each end. */
  readonly answers: readonly ('ended' | 'lost')[];
  readonly taken: readonly Claimed[];
  /** Whether nothing is left to do in the fleet. */
  readonly isOver: boolean;
  /** Sessions of other fleets wait, and may come first: nothing was handed out beside the ends. */
  readonly othersWait: boolean;
}

export async function exchange(
  connections: Connections,
  sealer: Sealer,
  claimer: Claimer,
  { fleet: id, ends, most }: Exchanging,
): Promise<Exchanged> {
  return connections.transaction(async (within) => {
    const [fleet, rows] = await Promise.all([lockFleet(within, id), lockedSessions(within, ends)]);
    if (fleet === undefined)
      return { answers: ends.map(() => 'lost' as const), taken: [], isOver: false, othersWait: false };
    const sessions = new Map(rows.map((row) => [row.id, row]));
    const handedIn = handIn(fleet, sessions, ends);
    if (handedIn.rows.length > 0) writeEnds(within, handedIn.rows);
    const found = most > 0 ? await candidatesFor(within, handedIn.fleet, claimer, most) : [];
    const othersWait =
      ends.length > 0 && claimer.fleet === undefined && found.some((row) => truthOf(row, 'others'));
    const candidates = othersWait ? [] : found.flatMap((row) => candidateIn(row, sealer));
    const { lanes } = handedIn;
    const out = handOut(handedIn.fleet, candidates, { most, owner: claimer.owner, lanes });
    const asked = claimer.now();
    if (out.taken.length > 0) writeClaims(within, out.taken, claimer);
    const entries = [...handedIn.entries, ...out.entries];
    if (entries.length > 0) appendToFleet(within, fleet, sealer, entries, out.fleet, out.lanes);
    const taken = out.taken.map((one) => ({ ...one, asked }));
    return { answers: handedIn.answers, taken, isOver: isOver(out.fleet), othersWait };
  });
}

function isOver({ queued, running, closed }: FleetRow): boolean {
  return queued + running === 0 && !closed;
}

async function lockedSessions(within: Statements, ends: readonly HandedIn[]) {
  if (ends.length === 0) return [];
  const ids = ends.map(({ claim }) => claim.session.session_id);
  const rows = await within.rows(
    'select * from ctx.session where id = any ($1::text[]) order by id for no key update',
    [ids],
  );
  return rows.map(sessionRow);
}

function writeEnds(within: Transaction, rows: readonly EndedRow[]): void {
  within.send(
    `update ctx.session s set state = x.state, attempts = x.attempts, not_before = coalesce(to_timestamp(x.again / 1000), s.not_before),
       reserved_microusd = 0, reserved_tokens = 0, log_ended = true, logs = s.logs + x.logs, log_spent_microusd = x.usd, log_spent_tokens = x.tokens,
       lease_until = null, worker = null
     from unnest($1::text[], $2::text[], $3::int[], $4::double precision[], $5::int[], $6::bigint[], $7::bigint[])
       as x (id, state, attempts, again, logs, usd, tokens) where s.id = x.id`,
    [
      rows.map(({ id }) => id),
      rows.map(({ state }) => state),
      rows.map(({ attempts }) => attempts),
      rows.map(({ again }) => again),
      rows.map(({ logs }) => logs),
      rows.map(({ spent }) => spent.microusd),
      rows.map(({ spent }) => spent.tokens),
    ],
  );
}

/** As many as are wanted of every provider, full or not, that the money reaches for; and whether other fleets have sessions that wait. One row at least. */
function candidatesFor(
  within: Statements,
  { id, limits, spent, reserved }: FleetRow,
  { labels }: Claimer,
  most: number,
): Promise<readonly Row[]> {
  const { max_microusd, max_tokens } = limits;
  const left = (max: number | undefined, amount: 'microusd' | 'tokens') =>
    max === undefined ? null : max - spent[amount] - reserved[amount];
  return within.rows(
    `select o.others, c.* from (select exists (select from ctx.fleet f where not f.closed and f.queued > 0 and f.stopped is null and f.id <> $1) as others) o
     left join lateral (
       select s.*, r.line, l.at_once as lane_at_once, l.running as lane_running
       from ctx.lane l cross join lateral (
         select s.id from ctx.session s
         where s.fleet = l.fleet and s.provider = l.provider and s.state = 'queued' and s.not_before <= clock_timestamp() and s.labels <@ $2::text[]
           and ($4::bigint is null or greatest(0, s.most_microusd - s.log_spent_microusd) <= $4)
           and ($5::bigint is null or greatest(0, s.most_tokens - s.log_spent_tokens) <= $5)
         order by s.priority desc, s.place limit $3
       ) best join ctx.session s on s.id = best.id join ctx.fleet_record r on r.fleet = s.fleet and r.seq = s.queued_seq
       where l.fleet = $1 order by s.priority desc, s.place
     ) c on true`,
    [id, labels, most, left(max_microusd, 'microusd'), left(max_tokens, 'tokens')],
  );
}

function candidateIn(row: Row, { shapes }: Sealer): Candidate[] {
  if (row['id'] === null) return [];
  const lane = { atOnce: numberOrNone(row, 'lane_at_once'), running: numberOf(row, 'lane_running') };
  return [{ row: sessionRow(row), queued: queuedIn(row, shapes), lane }];
}

function writeClaims(within: Transaction, taken: readonly Taken[], claimer: Claimer): void {
  within.send(
    `update ctx.session s set state = 'running', epoch = x.epoch, attempts = x.attempt, owner = $1, worker = $2, takeovers = 0,
       lease_until = clock_timestamp() + $3 * interval '1 millisecond', reserved_microusd = x.usd, reserved_tokens = x.tokens
     from unnest($4::text[], $5::int[], $6::int[], $7::bigint[], $8::bigint[]) as x (id, epoch, attempt, usd, tokens) where s.id = x.id`,
    [
      claimer.owner,
      claimer.worker,
      claimer.leaseMs,
      taken.map(({ row }) => row.id),
      taken.map(({ row }) => row.epoch),
      taken.map(({ attempt }) => attempt),
      taken.map(({ row }) => row.reserved.microusd),
      taken.map(({ row }) => row.reserved.tokens),
    ],
  );
}

/** Where the best of the sessions that wait are, over all fleets, and how many of that fleet come before those of any other. */
export async function bestFleet(
  statements: Statements,
  { labels, fleet }: Claimer,
  most: number,
): Promise<{ readonly fleet: string; readonly most: number } | undefined> {
  const needed = (amount: 'microusd' | 'tokens') =>
    `(f.max_${amount} is null or f.spent_${amount} + f.reserved_${amount} + greatest(0, s.most_${amount} - s.log_spent_${amount}) <= f.max_${amount})`;
  const rows = await statements.rows(
    `select f.id
     from ctx.fleet f join ctx.lane l on l.fleet = f.id
     cross join lateral (
       select s.priority, s.place from ctx.session s
       where s.fleet = l.fleet and s.provider = l.provider and s.state = 'queued' and s.not_before <= clock_timestamp()
         and s.labels <@ $1::text[] and ${needed('microusd')} and ${needed('tokens')}
       order by s.priority desc, s.place limit least($3, l.at_once - l.running)
     ) best
     where not f.closed and f.queued > 0 and f.stopped is null and f.running < f.at_once and (l.at_once is null or l.running < l.at_once)
       and ($2::text is null or f.id = $2)
     order by best.priority desc, f.put_in, best.place limit $3`,
    [labels, fleet ?? null, most],
  );
  const ids = rows.map((row) => textOf(row, 'id'));
  const [first] = ids;
  if (first === undefined) return undefined;
  const other = ids.findIndex((id) => id !== first);
  return { fleet: first, most: other < 0 ? ids.length : other };
}
