// A fleet's row and its chain: whoever has locked the row appends records and says where the fleet stands now, in one statement.

import { isMembers } from '../../protocol/members.js';
import { parsedJson } from '../../protocol/parsed-json.js';
import type { PlainSchema } from '../../protocol/plain-schema.js';
import type { Head } from '../../session/chain.js';
import { checkOf } from '../../session/shape.js';
import { type Amounts, type FleetLimits, type FleetRecord, fleetLimits } from '../fleet-records.js';
import type { FleetState } from '../fleet-state.js';
import { type FleetEntry, type Sealing, sealRecords } from '../seal-records.js';
import type { Statements, Transaction } from './connections.js';
import { numberOf, type Row, textOf, textOrNone, truthOf } from './rows.js';

export interface FleetRow {
  readonly id: string;
  readonly head: Head;
  readonly limits: FleetLimits;
  readonly spent: Amounts;
  readonly reserved: Amounts;
  readonly queued: number;
  readonly running: number;
  readonly failures: number;
  readonly stopped: FleetState['stopped'];
  readonly cancelled: boolean;
  readonly closed: boolean;
  /** The database's clock, in milliseconds, when the row was locked. */
  readonly now: number;
}

/** How records are sealed, but for the time: that is the database's. */
export type Sealer = Omit<Sealing, 'now'>;

/** Where a fleet stands after its new records; what is not said stays. */
export type Standing = Partial<Omit<FleetRow, 'id' | 'head' | 'now'>>;

export const nowMs = '(extract(epoch from clock_timestamp()) * 1000)::bigint';

/** Locks the row until the transaction ends. */
export async function lockFleet(within: Statements, id: string): Promise<FleetRow | undefined> {
  const [row] = await within.rows(
    `select f.*, ${nowMs} as now from ctx.fleet f where f.id = $1 for no key update`,
    [id],
  );
  return row === undefined ? undefined : fleetRow(row);
}

export function fleetRow(row: Row): FleetRow {
  return {
    id: textOf(row, 'id'),
    head: { seq: numberOf(row, 'head_seq'), hash: textOf(row, 'head_hash'), at: textOf(row, 'head_at') },
    limits: limitsIn(textOf(row, 'limits')),
    spent: amountsOf(row, 'spent'),
    reserved: amountsOf(row, 'reserved'),
    queued: numberOf(row, 'queued'),
    running: numberOf(row, 'running'),
    failures: numberOf(row, 'failures'),
    stopped: stoppedIn(textOrNone(row, 'stopped')),
    cancelled: truthOf(row, 'cancelled'),
    closed: truthOf(row, 'closed'),
    now: numberOf(row, 'now'),
  };
}

export function amountsOf(row: Row, name: string): Amounts {
  return { microusd: numberOf(row, `${name}_microusd`), tokens: numberOf(row, `${name}_tokens`) };
}

const isLimits = (value: unknown): value is FleetLimits =>
  isMembers(value) && checkOf(Object.assign<PlainSchema, object>({}, fleetLimits))(value);

export function limitsIn(text: string): FleetLimits {
  const value = parsedJson(text);
  if (isLimits(value)) return value;
  throw new TypeError('these are no limits of a fleet');
}

function stoppedIn(text: string | undefined): FleetState['stopped'] {
  if (text === undefined || text === 'failures' || text === 'signal') return text;
  throw new TypeError(`a fleet cannot be stopped by ${text}`);
}

/** How many more of a provider's sessions run than before. */
export type LaneChanges = ReadonlyMap<string, number>;

/** Seals the entries behind the fleet's head and writes them with where it stands now. The row has to be locked. */
export function appendToFleet(
  within: Pick<Transaction, 'send'>,
  fleet: FleetRow,
  sealer: Sealer,
  entries: readonly FleetEntry[],
  standing: Standing,
  lanes: LaneChanges = new Map(),
): readonly FleetRecord[] {
  const sealing = { ...sealer, now: (last = 0) => Math.max(fleet.now, last) };
  const sealed = sealRecords(entries, fleet.head, sealing);
  const { at, hash, seq } = sealed.at(-1)?.record ?? fleet.head;
  const now = { ...fleet, ...standing };
  const { limits, spent, reserved } = now;
  within.send(
    `with r as (insert into ctx.fleet_record (fleet, seq, line) select $1, x.seq, x.line from unnest($2::int[], $3::text[]) as x (seq, line)),
          l as (update ctx.lane l set running = l.running + x.more from unnest($4::text[], $5::int[]) as x (provider, more)
                where l.fleet = $1 and l.provider = x.provider)
     update ctx.fleet set head_seq = $6, head_hash = $7, head_at = $8, limits = $9, max_microusd = $10, max_tokens = $11,
       spent_microusd = $12, spent_tokens = $13, reserved_microusd = $14, reserved_tokens = $15,
       queued = $16, running = $17, failures = $18, stopped = $19, cancelled = $20, closed = $21
     where id = $1`,
    [
      fleet.id,
      sealed.map(({ record }) => record.seq),
      sealed.map(({ line }) => line.slice(0, -1)),
      [...lanes.keys()],
      [...lanes.values()],
      seq,
      hash,
      at,
      JSON.stringify(limits),
      limits.max_microusd ?? null,
      limits.max_tokens ?? null,
      spent.microusd,
      spent.tokens,
      reserved.microusd,
      reserved.tokens,
      now.queued,
      now.running,
      now.failures,
      now.stopped ?? null,
      now.cancelled,
      now.closed,
    ],
  );
  return sealed.map(({ record }) => record);
}
