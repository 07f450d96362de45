import type { PlannedRun } from '../protocol/records.js';

/** The runs that ctx itself does. */
export function ownRuns(runs: readonly PlannedRun[]): readonly PlannedRun[] {
  return runs.filter(({ settings: { agent } }) => agent === undefined);
}
