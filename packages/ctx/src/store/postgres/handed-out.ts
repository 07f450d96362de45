// Which of the sessions that wait are handed out, within the limits of the fleet, of each provider and of the money. No statement is made
// here.

import type { Amounts, QueuedSession } from '../fleet-records.js';
import { fits, plus } from '../fleet-state.js';
import type { FleetEntry } from '../seal-records.js';
import type { FleetRow } from './fleet-row.js';
import type { SessionRow } from './session-row.js';

/** One that waits, its time has come, and its labels allow it. */
export interface Candidate {
  readonly row: SessionRow;
  readonly queued: QueuedSession;
  /** Of its provider, before anything was handed in or out. */
  readonly lane: { readonly atOnce: number | undefined; readonly running: number };
}

/** A session that was handed out, as the store has it now. */
export interface Taken {
  readonly fleet: FleetRow;
  readonly row: SessionRow;
  readonly queued: QueuedSession;
  readonly attempt: number;
  readonly lost: boolean;
}

export interface HandedOut {
  readonly fleet: FleetRow;
  readonly entries: readonly FleetEntry[];
  readonly lanes: ReadonlyMap<string, number>;
  readonly taken: readonly Taken[];
}

/** In the order of the candidates. `lanes` says what was handed in before, in the same breath. */
export function handOut(
  before: FleetRow,
  candidates: readonly Candidate[],
  how: { readonly most: number; readonly owner: string; readonly lanes: ReadonlyMap<string, number> },
): HandedOut {
  let fleet = before;
  const entries: FleetEntry[] = [];
  const lanes = new Map(how.lanes);
  const taken: Taken[] = [];
  for (const { row, queued, lane } of candidates) {
    if (taken.length >= how.most || fleet.running >= fleet.limits.at_once || fleet.stopped !== undefined)
      break;
    const more = lanes.get(row.provider) ?? 0;
    const reserved = needOf(row);
    if (lane.running + more >= (lane.atOnce ?? Infinity) || !fits(fleet, reserved)) continue;
    const attempt = row.attempts + 1;
    const { id: session_id, log } = row;
    entries.push({
      type: 'session.claimed',
      body: { session_id, log, attempt, owner: how.owner, reserved },
    });
    lanes.set(row.provider, more + 1);
    fleet = {
      ...fleet,
      reserved: plus(fleet.reserved, reserved),
      queued: fleet.queued - 1,
      running: fleet.running + 1,
    };
    const claimed = { ...row, epoch: row.epoch + 1, reserved };
    taken.push({ fleet: before, row: claimed, queued, attempt, lost: false });
  }
  return { fleet, entries, lanes, taken };
}

/** What an attempt has to reserve: what its log used already is paid. */
export function needOf({ most, logSpent }: Pick<SessionRow, 'most' | 'logSpent'>): Amounts {
  return {
    microusd: Math.max(0, most.microusd - logSpent.microusd),
    tokens: Math.max(0, most.tokens - logSpent.tokens),
  };
}
