// The budget of a whole fleet, as flags say it.

import { flag, type Values } from '../../cli/inputs.js';
import { limitsFrom } from '../../config/plan.js';
import type { FleetLimits } from '../../store/fleet-records.js';

export const budgetFlags = {
  'max-usd': flag.decimal('limit of dollars for the whole fleet', 'USD', { min: 0 }),
  'max-tokens': flag.integer('limit of tokens for the whole fleet', { min: 1 }),
};

type Flags = Values<typeof budgetFlags>;

export function budgetOf({
  'max-usd': max_usd,
  'max-tokens': max_tokens,
}: Flags): Pick<FleetLimits, 'max_microusd' | 'max_tokens'> {
  return limitsFrom({
    ...(max_usd !== undefined && { max_usd }),
    ...(max_tokens !== undefined && { max_tokens }),
  });
}

export function limitsWith(limits: FleetLimits, flags: Flags): FleetLimits {
  return { ...limits, ...budgetOf(flags) };
}
