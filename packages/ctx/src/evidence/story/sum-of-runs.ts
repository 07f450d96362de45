// What the runs of a session used together. A run that tells another one again stands in its place, so nothing counts twice.

import type { Totals } from '../../protocol/records.js';
import { noTotals, sumOf } from '../../session/tally.js';
import type { RunStory } from './story.js';

export function sumOfRuns(runs: readonly Pick<RunStory, 'run_id' | 'retells' | 'totals'>[]): Totals {
  const retold = new Set(runs.map(({ retells }) => retells));
  return runs
    .filter(({ run_id }) => !retold.has(run_id))
    .reduce((sum, { totals }) => sumOf(sum, totals), noTotals());
}
