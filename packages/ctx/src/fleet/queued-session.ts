// A plan as a fleet's log holds it, and back: what `session.queued` says is all that a worker needs to run it.

import type { Plan } from '../config/plan.js';
import { fail } from '../protocol/codes.js';
import type { PlannedRun, RunSettings } from '../protocol/records.js';
import type { Amounts, QueuedSession } from '../store/fleet-records.js';

/** Where in the line a session stands, and who may take it. */
export interface PlaceInLine {
  readonly priority?: number | undefined;
  readonly not_before?: string | undefined;
  readonly labels?: readonly string[] | undefined;
}

export function queuedSession(
  session_id: string,
  plan: Plan,
  { priority = 0, not_before, labels }: PlaceInLine,
  config: string | undefined,
): QueuedSession {
  const { runs, context, approve, otel, sign } = plan;
  const [first] = runs;
  if (first === undefined) throw new TypeError(`${config ?? session_id} has no run`);
  return {
    session_id,
    priority,
    ...(not_before !== undefined && { not_before: momentOf(not_before) }),
    ...(labels !== undefined && { labels: [...labels] }),
    provider: providerOf(first.settings),
    most: mostOf(runs),
    runs: [...runs],
    ...(context.size > 0 && {
      context: [...context].map(([run_id, told]) => ({ run_id, context: told })),
    }),
    ...(approve !== undefined && { approve }),
    ...(otel !== undefined && { otel }),
    ...(sign !== undefined && { sign }),
  };
}

function momentOf(text: string): string {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw fail('fleet_time_invalid', { operation: 'plan', target: text });
  return new Date(time).toISOString();
}

/** Who is asked, as limits name it: the agent, or what comes before the model's name. */
export function providerOf({ agent, model }: RunSettings): string {
  if (agent !== undefined) return typeof agent === 'string' ? agent : agent.name;
  return /^[^/:]+/.exec(model)?.[0] ?? model;
}

/** What its runs may use together; 0 where one of them has no limit. */
function mostOf(runs: readonly PlannedRun[]): Amounts {
  const sum = (limit: 'max_microusd' | 'max_tokens') => {
    const limits = runs.map(({ settings }) => settings.budget[limit]);
    return limits.includes(undefined) ? 0 : limits.reduce<number>((all, one) => all + (one ?? 0), 0);
  };
  return { microusd: sum('max_microusd'), tokens: sum('max_tokens') };
}

/** Whether each of its runs is held to a limit of its own. */
export function isLimited({ runs }: QueuedSession, limit: 'max_microusd' | 'max_tokens'): boolean {
  return runs.every(({ settings }) => settings.budget[limit] !== undefined);
}

export function planOf(queued: QueuedSession, root: string, ownUrls: readonly string[]): Plan {
  const { runs, context = [], approve, otel, sign } = queued;
  return {
    root,
    sessionId: queued.session_id,
    runs,
    ownUrls,
    context: new Map(context.map(({ run_id, context: told }) => [run_id, told])),
    ...(approve !== undefined && { approve }),
    ...(otel !== undefined && { otel }),
    ...(sign !== undefined && { sign }),
  };
}
