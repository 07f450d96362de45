// What somebody should know of runs besides what came of them.

import type { RunOutcome } from '../agent/conduct-run.js';
import { builtinTools } from '../agent/tools/builtin.js';
import { idleRules } from '../policy/policy.js';
import type { PlannedRun } from '../protocol/records.js';
import type { OpenSession } from './open-session.js';
import { ownRuns } from './own-runs.js';

export async function warningsOf(
  session: OpenSession,
  runs: readonly PlannedRun[],
  outcomes: readonly RunOutcome[],
): Promise<string[]> {
  const { servers, sandboxes } = session.surroundings;
  return [
    ...(session.told?.warnings ?? []),
    ...sandboxes.warnings,
    ...servers.warnings,
    ...(session.agents?.warnings ?? []),
    ...idleWarnings(runs, session),
    ...(await unpricedWarnings(runs, outcomes)),
  ];
}

/** What a run cost that nobody can say is `null`; people are told why, once a model. */
async function unpricedWarnings(
  runs: readonly PlannedRun[],
  outcomes: readonly RunOutcome[],
): Promise<string[]> {
  const ids = new Set(
    outcomes.flatMap(({ run_id, totals }) => (totals.cost_microusd === null ? [run_id] : [])),
  );
  const models = new Set(
    ownRuns(runs).flatMap(({ run_id, settings }) => (ids.has(run_id) ? [settings.model] : [])),
  );
  if (models.size === 0) return [];
  const { nearestPriced } = await import('../agent/models/nearest-priced.js');
  return [...models].map((model) => {
    const near = nearestPriced(model);
    const hint = near === undefined ? '' : `; the nearest model with a known price is ${near}`;
    return `the cost of ${model} is unknown: no price is known for it${hint}`;
  });
}

function idleWarnings(
  runs: readonly PlannedRun[],
  { place: { root, env }, surroundings: { servers } }: OpenSession,
): string[] {
  const builtIn = builtinTools(root, env);
  // Which tools another agent has, only it knows.
  const idle = ownRuns(runs).flatMap(({ settings }) => {
    const { tools, unwanted } = servers.for(settings);
    const names = [...builtIn, ...tools].map(({ name }) => name);
    return idleRules(settings.policy, [...names, ...unwanted.map((server) => `mcp__${server}__*`)]);
  });
  return [...new Set(idle)].map((rule) => `the rule ${rule} matches no tool`);
}
