// What follows from the end of an attempt: what it counts as spent, and whether it is tried again.

import type { Amounts, FleetLimits } from './fleet-records.js';
import type { Ended } from './fleet-store.js';

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
