// The plan of a conversation's first turn: what the flags say, and what was chosen at the prompt before it.

import type { Services } from '../../cli/command.js';
import { type Overrides, type Plan, planFrom } from '../../config/plan.js';
import type { Effort } from '../../protocol/efforts.js';
import { overridesFrom, type RunFlags } from '../session-flags.js';

/** What the flags or the prompt chose. */
export interface Chosen {
  readonly model: string | undefined;
  readonly effort: Effort | undefined;
}

export function firstPlan(
  task: string,
  { model, effort }: Chosen,
  flags: RunFlags,
  { cwd, env }: Pick<Services, 'cwd' | 'env'>,
  more: Pick<Overrides, 'otherwise'>,
): Plan {
  return planFrom({ runs: [{ run_id: 'r1', task }] }, cwd, cwd, env, {
    ...overridesFrom(flags),
    ...(model !== undefined && { model }),
    ...(effort !== undefined && { effort }),
    ...more,
    asks: true,
  });
}
