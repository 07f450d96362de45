// A session's row: how it stands, who has it, and where its log ends.

import { fail } from '../../protocol/codes.js';
import type { Amounts, QueuedSession } from '../fleet-records.js';
import type { SessionStanding } from '../fleet-state.js';
import { type FleetShapes, recordAlone } from '../read-fleet.js';
import type { Statements } from './connections.js';
import { amountsOf } from './fleet-row.js';
import { numberOf, type Row, textOf, truthOf } from './rows.js';

export interface SessionRow {
  readonly id: string;
  readonly fleet: string;
  readonly provider: string;
  readonly state: SessionStanding;
  readonly cancelled: boolean;
  readonly attempts: number;
  readonly takeovers: number;
  readonly epoch: number;
  readonly most: Amounts;
  readonly reserved: Amounts;
  readonly log: string;
  /** How many logs of it came to an end. */
  readonly logs: number;
  readonly logEnded: boolean;
  readonly logSpent: Amounts;
  /** -1 where its log has no record. */
  readonly headSeq: number;
  readonly headHash: string;
}

const states: readonly SessionStanding[] = ['queued', 'running', 'completed', 'failed', 'cancelled'];

export function sessionRow(row: Row): SessionRow {
  return {
    id: textOf(row, 'id'),
    fleet: textOf(row, 'fleet'),
    provider: textOf(row, 'provider'),
    state: stateIn(textOf(row, 'state')),
    cancelled: truthOf(row, 'cancelled'),
    attempts: numberOf(row, 'attempts'),
    takeovers: numberOf(row, 'takeovers'),
    epoch: numberOf(row, 'epoch'),
    most: amountsOf(row, 'most'),
    reserved: amountsOf(row, 'reserved'),
    log: textOf(row, 'log'),
    logs: numberOf(row, 'logs'),
    logEnded: truthOf(row, 'log_ended'),
    logSpent: amountsOf(row, 'log_spent'),
    headSeq: numberOf(row, 'head_seq'),
    headHash: textOf(row, 'head_hash'),
  };
}

function stateIn(text: string): SessionStanding {
  const state = states.find((one) => one === text);
  if (state === undefined) throw new TypeError(`a session cannot be ${text}`);
  return state;
}

export async function lockSession(within: Statements, id: string): Promise<SessionRow | undefined> {
  const [row] = await within.rows('select * from ctx.session where id = $1 for no key update', [id]);
  return row === undefined ? undefined : sessionRow(row);
}

/** What the fleet's log says of a session that was put in: a worker runs it as it stands there, and nothing else. */
export function queuedIn(row: Row, shapes: FleetShapes): QueuedSession {
  const record = recordAlone(textOf(row, 'line'), shapes);
  const seq = numberOf(row, 'queued_seq');
  if (record?.type === 'session.queued' && record.session_id === row['id'] && record.seq === seq)
    return record;
  const target = textOf(row, 'fleet');
  throw fail('fleet_broken', { operation: 'claim', target, seq, reason: 'record_malformed' });
}
