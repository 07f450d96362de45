// Planned runs with what their models are told before the task.

import { join } from 'node:path';
import type { Plan } from '../config/plan.js';
import type { ContextRules, Gathered, ToldPiece } from '../context/gather.js';
import { isPlayed } from '../protocol/played-model.js';
import type { PlannedRun } from '../protocol/records.js';
import type { RunServices } from './run-services.js';

export interface GivenContext {
  /** By run. */
  readonly context: ReadonlyMap<string, readonly ToldPiece[]>;
  readonly warnings: readonly string[];
}

export interface InformedRuns extends GivenContext {
  /** The same runs; what is told is in their system prompts. */
  readonly runs: readonly PlannedRun[];
}

export const noContext: GivenContext = { context: new Map(), warnings: [] };

/** What gathers it is loaded only where a model is told something. */
export async function informedRuns(
  plan: Plan,
  services: Pick<RunServices, 'env' | 'clock' | 'program'>,
): Promise<InformedRuns> {
  const rules = plan.runs.map((run) => rulesFor(run, plan, services.clock.deterministic));
  if (rules.every((rule) => rule === 'none')) return { ...noContext, runs: plan.runs };
  const { gatherContext, systemOf } = await import('../context/gather.js');
  const gathered = new Map<string, Promise<Gathered>>();
  const gather = (rule: ContextRules, { settings: { system, workspace } }: PlannedRun) => {
    const key = JSON.stringify([rule, system, workspace]);
    const { env, clock, program } = services;
    const folder = join(plan.root, workspace);
    const place = { root: plan.root, workspace: folder, env, clock, shippedFolder: program.shippedFolder };
    const one = gathered.get(key) ?? gatherContext(rule, system, place);
    gathered.set(key, one);
    return one;
  };
  const context = new Map<string, readonly ToldPiece[]>();
  const runs: PlannedRun[] = [];
  for (const [i, run] of plan.runs.entries()) {
    const rule = rules[i] ?? 'none';
    if (rule === 'none') {
      runs.push(run);
      continue;
    }
    const { pieces } = await gather(rule, run);
    const system = systemOf(pieces);
    context.set(run.run_id, pieces);
    runs.push({ ...run, settings: { ...run.settings, ...(system !== undefined && { system }) } });
  }
  const all = await Promise.all(gathered.values());
  return { runs, context, warnings: [...new Set(all.flatMap(({ warnings }) => warnings))] };
}

/** Scripts and recordings say what they say, whatever they are told; and a deterministic run is the same everywhere. */
function rulesFor({ run_id, settings }: PlannedRun, { context }: Plan, deterministic: boolean) {
  // Another agent tells its model what it thinks fit.
  if (settings.agent !== undefined) return 'none';
  return context.get(run_id) ?? (isPlayed(settings.model) || deterministic ? 'none' : {});
}
