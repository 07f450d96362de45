// Everything that can be known to be wrong with a run before anything is written or spent.

import type { PlannedRun } from '../protocol/records.js';
import { requirePrice } from './budget.js';
import { type ModelPlace, modelFor } from './models/model-for.js';

export async function preflight(runs: readonly PlannedRun[], place: ModelPlace): Promise<void> {
  for (const { run_id, settings } of runs) {
    requirePrice(settings, await modelFor(settings, run_id, place, 0));
  }
}
