// How attempts ended, as the fleet's log and its rows say it: what was reserved is given back, a retry is decided, the fleet stops after too
// many failures. No statement is made here.

import { againAt, spentOf } from '../after-end.js';
import type { Amounts } from '../fleet-records.js';
import { minus, plus, type SessionStanding } from '../fleet-state.js';
import type { Claim, Ended } from '../fleet-store.js';
import type { FleetEntry } from '../seal-records.js';
import type { FleetRow } from './fleet-row.js';
import type { SessionRow } from './session-row.js';

export interface HandedIn {
  readonly claim: Claim;
  readonly ended: Ended;
}

/** What becomes of a session's row. */
export interface EndedRow {
  readonly id: string;
  readonly state: SessionStanding;
  readonly attempts: number;
  /** When it may be tried again, in milliseconds. */
  readonly again: number | null;
  /** How many more of its logs have come to an end. */
  readonly logs: number;
  readonly spent: Amounts;
}

export interface Ends {
  /** Where the fleet stands after them. */
  readonly fleet: FleetRow;
  readonly entries: readonly FleetEntry[];
  readonly rows: readonly EndedRow[];
  readonly lanes: ReadonlyMap<string, number>;
  /** `lost` where somebody else has the session now, whose word counts. */
  readonly answers: readonly ('ended' | 'lost')[];
}

/** All rows have to be locked. */
export function handIn(
  before: FleetRow,
  sessions: ReadonlyMap<string, SessionRow>,
  ends: readonly HandedIn[],
): Ends {
  let fleet = before;
  const entries: FleetEntry[] = [];
  const rows: EndedRow[] = [];
  const lanes = new Map<string, number>();
  const answers = ends.map(({ claim, ended }) => {
    const session = sessions.get(claim.session.session_id);
    if (session === undefined || session.epoch !== claim.epoch || session.fleet !== fleet.id) return 'lost';
    // The answer was lost, and it is written.
    if (session.state !== 'running' || rows.some(({ id }) => id === session.id)) return 'ended';
    const end = endOf(fleet, session, claim.attempt, ended);
    fleet = end.fleet;
    entries.push(...end.entries);
    rows.push(end.row);
    lanes.set(session.provider, (lanes.get(session.provider) ?? 0) - 1);
    return 'ended';
  });
  return { fleet, entries, rows, lanes, answers };
}

function endOf(fleet: FleetRow, session: SessionRow, attempt: number, ended: Ended) {
  const { id, log } = session;
  const { used: _, ...how } = ended;
  const spent = spentOf(ended, session.most);
  const again = session.cancelled ? undefined : againAt(ended, attempt, fleet.limits, fleet.now);
  const again_at = again === undefined ? {} : { again_at: new Date(again).toISOString() };
  const isBack = ended.outcome === 'interrupted' || again !== undefined;
  const failures = fleet.failures + (ended.outcome === 'failed' && !isBack ? 1 : 0);
  const { stop_after_failures = Infinity } = fleet.limits;
  const stops = failures >= stop_after_failures && fleet.stopped === undefined;
  const body = { session_id: id, log, attempt, ...how, spent, ...again_at };
  const entries: FleetEntry[] = [{ type: 'session.ended', body }];
  if (stops) entries.push({ type: 'fleet.stopped', body: { reason: 'failures' } });
  const row: EndedRow = {
    id,
    state: ended.outcome === 'interrupted' || again !== undefined ? 'queued' : ended.outcome,
    attempts: ended.outcome === 'interrupted' ? Math.max(0, attempt - 1) : attempt,
    again: again ?? null,
    logs: session.logEnded ? 0 : 1,
    spent,
  };
  const after: FleetRow = {
    ...fleet,
    reserved: minus(fleet.reserved, session.reserved),
    spent: plus(minus(fleet.spent, session.logSpent), spent),
    queued: fleet.queued + (isBack ? 1 : 0),
    running: fleet.running - 1,
    failures,
    ...(stops && { stopped: 'failures' as const }),
  };
  return { fleet: after, entries, row };
}
