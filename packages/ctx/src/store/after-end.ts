// What follows from the end of an attempt: what it counts as spent, whether it is tried again, what becomes of those that nothing is left
// for, and what all of it came to.

import type { Amounts, FleetLimits } from './fleet-records.js';
import { countsOf, type FleetState, nothing, totalsOf } from './fleet-state.js';
import type { Ended } from './fleet-store.js';
import type { FleetEntry } from './seal-records.js';

/** What nobody knows counts as all that was reserved for it. */
export function spentOf({ used }: Ended, most: Amounts): Amounts {
  return { microusd: used.microusd ?? most.microusd, tokens: used.tokens ?? most.tokens };
}

/** When it is tried again; nothing where it is not. Each try waits twice as long as the one before. */
export function againAt(
  { outcome, cause }: Ended,
  attempt: number,
  { retry }: FleetLimits,
  now: number,
): number | undefined {
  if (outcome !== 'failed' || attempt > retry.times || !retry.on.includes(cause)) return undefined;
  return now + retry.wait_ms * 2 ** Math.min(attempt - 1, 16);
}

/** The ends of all that wait, where the budget pays for none of them. */
export function unpayable({ sessions }: FleetState): FleetEntry[] {
  const waiting = [...sessions.values()].filter(({ state }) => state === 'queued');
  return waiting.map(({ queued: { session_id }, log, attempts: attempt, logs }) => {
    const { head, totals, spent = nothing } = logs.get(log) ?? {};
    const before = { ...(head !== undefined && { head }), ...(totals !== undefined && { totals }) };
    const how = { outcome: 'failed', cause: 'fleet_budget_spent' } as const;
    return { type: 'session.ended', body: { session_id, log, attempt, ...how, ...before, spent } };
  });
}

/** What a fleet came to in which nothing is left to do. */
export function closing(state: FleetState): FleetEntry {
  const { completed, failed, cancelled } = countsOf(state);
  const totals = totalsOf(state);
  return { type: 'fleet.closed', body: { completed, failed, cancelled, totals, spent: state.spent } };
}
