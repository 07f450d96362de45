// What a session's log says of it, read whole: how it stands, what it came to, where it ends.

import { advanceSession, newSessionState, unfinishedRuns } from '../agent/session-state.js';
import { openRunOf } from '../agent/state.js';
import { needsMemory } from '../drive/end-open-run.js';
import { isOfSubagent, type SessionRecord, type StopReason, type Totals } from '../protocol/records.js';
import { readSession, soundReading } from '../session/reader.js';
import { newSums, sumsOf, takeInSums } from '../session/session-sums.js';
import type { LogHead } from '../store/fleet-records.js';

export interface ToldByLog {
  readonly totals: Totals;
  readonly head: LogHead;
  /** `open` where a run is not over, or was never begun. */
  readonly stop: StopReason | 'open';
  /** Whether `ctx resume` could go on with it. */
  readonly canGoOn: boolean;
  /** Another agent has a run open that it could go on with only if it remembered what came before. */
  readonly needsMemory: boolean;
}

/** What another try of the same log may get past. */
const passing: ReadonlySet<StopReason> = new Set([
  'timeout',
  'cancelled',
  'model_error',
  'max_iterations_reached',
]);

export function toldByLog(path: string): ToldByLog {
  const sums = newSums();
  const state = newSessionState();
  const stops = stopFold();
  const reading = readSession(path, (record) => {
    takeInSums(sums, record);
    advanceSession(state, record);
    stops.take(record);
  });
  const { hash, seq } = soundReading(reading, path, 'read').head;
  const stop = unfinishedRuns(state).length > 0 ? 'open' : stops.worst();
  const { totals, stop_reason: last } = sumsOf(sums);
  const canGoOn = stop === 'open' || (last !== 'open' && passing.has(last));
  const open = openRunOf(state.runs);
  const prompts = state.planned.find(({ run_id }) => run_id === open?.run_id)?.prompts ?? [];
  const remembers = open !== undefined && open.agent !== 'ctx' && needsMemory(open, prompts);
  return { totals, head: { hash, seq }, stop, canGoOn, needsMemory: remembers };
}

/** Of the runs that none goes on with: the first that did not complete. */
function stopFold() {
  const stops = new Map<string, StopReason>();
  let lastTurn: StopReason = 'completed';
  return {
    take(record: SessionRecord) {
      if (isOfSubagent(record)) return;
      if (record.type === 'run.closed') stops.set(record.run_id, record.stop_reason);
      if (record.type === 'turn.closed') lastTurn = record.result.stop_reason;
      if (record.type !== 'run.opened') return;
      const { continues = '', reopens } = record;
      // One that was cut off between its turns has left none to reopen.
      if (reopens || (stops.get(continues) === 'cancelled' && lastTurn === 'completed'))
        stops.delete(continues);
      lastTurn = 'completed';
    },
    worst: (): StopReason => [...stops.values()].find((stop) => stop !== 'completed') ?? 'completed',
  };
}
