// Where a fleet stands: a fold over its records. Nothing that decides anything is kept elsewhere.

import { fail } from '../protocol/codes.js';
import { noTotals, sumOf } from '../session/tally.js';
import type {
  Amounts,
  EndedSession,
  FleetLimits,
  FleetRecord,
  FleetRecordOf,
  QueuedSession,
} from './fleet-records.js';

export type SessionStanding = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';

/** One session of a fleet. */
export interface FleetSession {
  readonly queued: QueuedSession;
  /** The place in which it was put in. */
  readonly order: number;
  state: SessionStanding;
  /** How often it was begun; those that were only interrupted are not among them. */
  attempts: number;
  /** The log of the last attempt. */
  log: string;
  /** How the last attempt ended. */
  ended: EndedSession | undefined;
  readonly logs: Map<string, EndedSession>;
  reserved: Amounts;
  /** Milliseconds since 1970: it waits at least until then. */
  notBefore: number;
  /** Somebody wants it to end. */
  cancelled: boolean;
}

export interface FleetState {
  fleet_id: string;
  openedAt: string;
  lastAt: string;
  limits: FleetLimits;
  readonly sessions: Map<string, FleetSession>;
  /** Somebody cancelled the whole of it. */
  cancelled: boolean;
  /** No more sessions are begun: why. */
  stopped: FleetRecordOf<'fleet.stopped'>['reason'] | undefined;
  /** Failures since somebody last said that it should go on. */
  failures: number;
  closed: boolean;
  spent: Amounts;
  reserved: Amounts;
}

export const nothing: Amounts = { microusd: 0, tokens: 0 };

export function newFleetState(): FleetState {
  return {
    fleet_id: '',
    openedAt: '',
    lastAt: '',
    limits: { at_once: 1, providers: [], retry: { times: 0, on: [], wait_ms: 0 } },
    sessions: new Map(),
    cancelled: false,
    stopped: undefined,
    failures: 0,
    closed: false,
    spent: nothing,
    reserved: nothing,
  };
}

/** Whether a record names a session that nobody put in. */
export function namesUnknown(record: FleetRecord, { sessions }: FleetState): boolean {
  switch (record.type) {
    case 'session.claimed':
    case 'session.ended':
    case 'session.requeued':
      return !sessions.has(record.session_id);
    case 'fleet.cancelled':
      return record.sessions?.some((id) => !sessions.has(id)) ?? false;
    default:
      return false;
  }
}

export function advanceFleet(state: FleetState, record: FleetRecord): void {
  if (namesUnknown(record, state)) {
    const { seq } = record;
    throw fail('fleet_broken', { operation: 'read', target: state.fleet_id, seq, reason: 'session_unknown' });
  }
  state.lastAt = record.at;
  switch (record.type) {
    case 'fleet.opened':
      state.fleet_id = record.fleet_id;
      state.openedAt = record.at;
      state.limits = record.limits;
      return;
    case 'session.queued':
      state.sessions.set(record.session_id, newSession(record, state.sessions.size));
      return;
    case 'session.claimed':
      claimed(state, record);
      return;
    case 'session.ended':
      ended(state, record);
      return;
    case 'session.requeued': {
      const session = sessionOf(state, record.session_id);
      Object.assign(session, { state: 'queued', cancelled: false, notBefore: 0, attempts: 0 });
      state.cancelled = false;
      state.closed = false;
      return;
    }
    case 'fleet.cancelled':
      cancelled(state, record.sessions);
      return;
    case 'fleet.stopped':
      state.stopped = record.reason;
      return;
    case 'fleet.resumed': {
      const { max_microusd, max_tokens } = record;
      state.stopped = undefined;
      state.failures = 0;
      state.closed = false;
      state.limits = {
        ...state.limits,
        ...(max_microusd !== undefined && { max_microusd }),
        ...(max_tokens !== undefined && { max_tokens }),
      };
      return;
    }
    case 'fleet.closed':
      state.closed = true;
  }
}

function newSession(queued: QueuedSession, order: number): FleetSession {
  return {
    queued,
    order,
    state: 'queued',
    attempts: 0,
    log: queued.session_id,
    ended: undefined,
    logs: new Map(),
    reserved: nothing,
    notBefore: queued.not_before === undefined ? 0 : Date.parse(queued.not_before),
    cancelled: false,
  };
}

function claimed(
  state: FleetState,
  { session_id, log, attempt, reserved }: FleetRecordOf<'session.claimed'>,
) {
  const session = sessionOf(state, session_id);
  state.reserved = plus(minus(state.reserved, session.reserved), reserved);
  Object.assign(session, { state: 'running', log, attempts: attempt, reserved });
}

function ended(state: FleetState, record: FleetRecordOf<'session.ended'>): void {
  const session = sessionOf(state, record.session_id);
  const { log, outcome, attempt, again_at } = record;
  state.reserved = minus(state.reserved, session.reserved);
  state.spent = plus(minus(state.spent, session.logs.get(log)?.spent ?? nothing), record.spent);
  session.reserved = nothing;
  session.logs.set(log, record);
  session.ended = record;
  session.log = log;
  if (outcome === 'interrupted') {
    session.state = 'queued';
    session.attempts = Math.max(0, attempt - 1);
  } else if (again_at !== undefined) {
    session.state = 'queued';
    session.notBefore = Date.parse(again_at);
  } else {
    session.state = outcome;
    if (outcome === 'failed') state.failures += 1;
  }
}

function cancelled(state: FleetState, sessions: readonly string[] | undefined): void {
  if (sessions === undefined) state.cancelled = true;
  for (const session of sessions?.map((id) => sessionOf(state, id)) ?? state.sessions.values()) {
    if (session.state !== 'queued' && session.state !== 'running') continue;
    session.cancelled = true;
    if (session.state === 'queued') session.state = 'cancelled';
  }
}

export function sessionOf(state: FleetState, id: string): FleetSession {
  const session = state.sessions.get(id);
  if (session === undefined) throw new TypeError(`the fleet has no session ${id}`);
  return session;
}

export function plus(a: Amounts, b: Amounts): Amounts {
  return { microusd: a.microusd + b.microusd, tokens: a.tokens + b.tokens };
}

export function minus(a: Amounts, b: Amounts): Amounts {
  return { microusd: a.microusd - b.microusd, tokens: a.tokens - b.tokens };
}

/** What an attempt at this session has to reserve: what its log used already is paid. */
export function needOf({ queued: { most }, log, logs }: FleetSession): Amounts {
  const spent = logs.get(log)?.spent ?? nothing;
  return {
    microusd: Math.max(0, most.microusd - spent.microusd),
    tokens: Math.max(0, most.tokens - spent.tokens),
  };
}

export function fits(
  { limits, spent, reserved }: Pick<FleetState, 'limits' | 'spent' | 'reserved'>,
  need: Amounts,
): boolean {
  const { max_microusd = Infinity, max_tokens = Infinity } = limits;
  const used = plus(plus(spent, reserved), need);
  return used.microusd <= max_microusd && used.tokens <= max_tokens;
}

/** What all logs of the fleet come to. */
export function totalsOf({ sessions }: FleetState) {
  const all = [...sessions.values()].flatMap(({ logs }) => [...logs.values()]);
  return all.flatMap(({ totals }) => (totals === undefined ? [] : [totals])).reduce(sumOf, noTotals());
}

export function countsOf({ sessions }: FleetState): Record<SessionStanding, number> {
  const counts = { queued: 0, running: 0, completed: 0, failed: 0, cancelled: 0 };
  for (const { state } of sessions.values()) counts[state] += 1;
  return counts;
}
