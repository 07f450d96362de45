// Everything that can be known to be wrong with a run before anything is written or spent.

import type { PlannedRun } from '../protocol/records.js';
import { requirePrice } from './budget.js';
import { modelFor } from './models/model-for.js';

export function preflight(runs: readonly PlannedRun[], root: string): void {
  for (const { settings } of runs) requirePrice(settings, modelFor(settings, root, 0));
}
