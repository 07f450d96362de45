// A fleet as people and programs read it: how many stand where, what it cost, why sessions failed.

import type { Totals } from '../protocol/records.js';
import type { Amounts } from './fleet-records.js';
import {
  countsOf,
  type FleetSession,
  type FleetState,
  type SessionStanding,
  totalsOf,
} from './fleet-state.js';

export interface SessionRow {
  readonly session_id: string;
  readonly state: SessionStanding;
  readonly provider: string;
  readonly priority: number;
  readonly attempts: number;
  /** The log of the last attempt. */
  readonly log: string;
  readonly cause?: string;
  readonly target?: string;
  readonly head?: string;
  readonly totals?: Totals;
  readonly not_before?: string;
}

export interface Cause {
  readonly cause: string;
  readonly count: number;
  /** The first of them. */
  readonly sessions: readonly string[];
}

export interface FleetSummary {
  readonly fleet_id: string;
  readonly state: 'running' | 'open' | 'stopped' | 'cancelled' | 'completed' | 'failed';
  readonly opened_at: string;
  readonly last_at: string;
  readonly counts: Record<SessionStanding, number>;
  readonly totals: Totals;
  readonly spent: Amounts;
  readonly reserved: Amounts;
  readonly max_microusd?: number;
  readonly max_tokens?: number;
  readonly causes: readonly Cause[];
}

/** `isRunning`: somebody conducts it right now. */
export function summaryOf(state: FleetState, isRunning: boolean): FleetSummary {
  const { fleet_id, openedAt: opened_at, lastAt: last_at, spent, reserved, limits } = state;
  const { max_microusd, max_tokens } = limits;
  return {
    fleet_id,
    state: isRunning ? 'running' : standingOf(state),
    opened_at,
    last_at,
    counts: countsOf(state),
    totals: totalsOf(state),
    spent,
    reserved,
    ...(max_microusd !== undefined && { max_microusd }),
    ...(max_tokens !== undefined && { max_tokens }),
    causes: causesOf(state),
  };
}

function standingOf(state: FleetState): FleetSummary['state'] {
  const { queued, running, failed, cancelled } = countsOf(state);
  if (state.cancelled) return 'cancelled';
  if (queued + running > 0) return state.stopped === 'failures' ? 'stopped' : 'open';
  return failed + cancelled > 0 ? 'failed' : 'completed';
}

const mostNamed = 5;

/** Sessions that failed, by why; the most frequent first. */
function causesOf({ sessions }: FleetState): Cause[] {
  const byCause = new Map<string, string[]>();
  for (const { state, ended, queued } of sessions.values()) {
    if (state !== 'failed') continue;
    const cause = ended?.cause ?? 'unknown';
    byCause.set(cause, [...(byCause.get(cause) ?? []), queued.session_id]);
  }
  return [...byCause]
    .map(([cause, ids]) => ({ cause, count: ids.length, sessions: ids.slice(0, mostNamed) }))
    .toSorted((a, b) => b.count - a.count || (a.cause < b.cause ? -1 : 1));
}

export function rowsOf({ sessions }: FleetState): SessionRow[] {
  return [...sessions.values()].map(rowOf);
}

function rowOf({ queued, state, attempts, log, ended, logs, notBefore }: FleetSession): SessionRow {
  const { session_id, provider, priority } = queued;
  const { head, totals } = logs.get(log) ?? {};
  return {
    session_id,
    state,
    provider,
    priority,
    attempts,
    log,
    ...(ended !== undefined && { cause: ended.cause }),
    ...(ended?.target !== undefined && { target: ended.target }),
    ...(head !== undefined && { head: head.hash }),
    ...(totals !== undefined && { totals }),
    ...(state === 'queued' && notBefore > 0 && { not_before: new Date(notBefore).toISOString() }),
  };
}
