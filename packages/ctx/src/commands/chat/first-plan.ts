// The plan of a conversation's first turn: what the flags say, and what was chosen at the prompt before it.

import { preflight } from '../../agent/preflight.js';
import type { Services } from '../../cli/command.js';
import { failureText } from '../../cli/failure-in-words.js';
import { neutral } from '../../cli/terminal.js';
import { type Overrides, type Plan, planFrom } from '../../config/plan.js';
import type { Effort } from '../../protocol/efforts.js';
import { Failure } from '../../protocol/failure.js';
import { foundDefault } from '../default-model.js';
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

/**
 * What a run says before it begins, for people who have not typed anything yet: a model that there is not, a key that is
 * missing. Nothing is sent and nobody is asked; the model that answers, by its whole name.
 */
export async function checkFirstPlan(
  next: Chosen,
  flags: RunFlags,
  services: Pick<Services, 'cwd' | 'env'>,
): Promise<string> {
  const otherwise = next.model === undefined ? await foundDefault(services) : undefined;
  const { runs, root, ownUrls } = firstPlan('.', next, flags, services, { otherwise });
  await preflight(runs, { root, env: services.env, ownUrls });
  return runs[0]?.settings.model ?? '';
}

/** The same in words, where there is something to say. */
export async function firstProblem(
  next: Chosen,
  flags: RunFlags,
  services: Services,
): Promise<string | undefined> {
  try {
    await checkFirstPlan(next, flags, services);
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return neutral(await failureText(error, services.program.name));
  }
}
