// The first records of a fleet, made once everything is known to be right that can be known.

import { preflight } from '../agent/preflight.js';
import { isThere } from '../disk/is-there.js';
import type { Whereabouts } from '../project/root.js';
import { fail } from '../protocol/codes.js';
import { canonical } from '../protocol/json.js';
import { sessionId } from '../session/id.js';
import { sessionPath, sessionsFolder } from '../session/sessions-folder.js';
import { type FleetLimits, fleetFormat, type QueuedSession } from '../store/fleet-records.js';
import type { FleetEntry } from '../store/seal-records.js';
import { counted } from '../text/counted.js';
import type { FleetPlan } from './plan-fleet.js';
import { isLimited } from './queued-session.js';

export async function firstRecords(
  fleet_id: string,
  { sessions: planned }: FleetPlan,
  limits: FleetLimits,
  place: Whereabouts,
): Promise<readonly FleetEntry[]> {
  const folder = sessionsFolder(place);
  const width = String(planned.length).length;
  const seen = new Set<string>();
  const checked = new Set<string>();
  const entries: FleetEntry[] = [{ type: 'fleet.opened', body: { format: fleetFormat, fleet_id, limits } }];
  for (const [index, { plan, queued }] of planned.entries()) {
    const id = sessionId(plan.sessionId ?? `${fleet_id}-${String(index + 1).padStart(width, '0')}`);
    if (seen.has(id)) throw fail('fleet_session_repeated', { operation: 'plan', target: id });
    seen.add(id);
    if (isThere(sessionPath(folder, id)))
      throw fail('session_exists', { operation: 'create', target: sessionPath(folder, id) });
    const body = queued(id);
    requireBudget(body, limits);
    // A thousand sessions often have a handful of settings among them.
    const settings = canonical(plan.runs.map(({ settings: one }) => one));
    if (!checked.has(settings)) {
      checked.add(settings);
      const own = plan.runs.filter(({ settings: { agent } }) => agent === undefined);
      await preflight(own, { root: plan.root, env: place.env, ownUrls: plan.ownUrls });
    }
    entries.push({ type: 'session.queued', body });
  }
  return entries;
}

/** What is reserved when a session begins is its own limit. */
function requireBudget(session: QueuedSession, { max_microusd, max_tokens }: FleetLimits): void {
  const target = session.session_id;
  if (max_microusd !== undefined && !isLimited(session, 'max_microusd'))
    throw fail('fleet_budget_open', { operation: 'plan', target, limit: 'max_usd' });
  if (max_tokens !== undefined && !isLimited(session, 'max_tokens'))
    throw fail('fleet_budget_open', { operation: 'plan', target, limit: 'max_tokens' });
}

/** What somebody may not have meant. */
export function planWarnings({ sessions }: FleetPlan, { providers, at_once }: FleetLimits): string[] {
  const queued = sessions.map(({ queued: as }) => as('x'));
  const used = new Set(queued.map(({ provider }) => provider));
  const idle = providers.filter(({ provider }) => !used.has(provider)).map(({ provider }) => provider);
  const shared = new Map<string, number>();
  for (const { runs } of queued)
    for (const workspace of new Set(
      runs.flatMap(({ settings }) => (settings.scratch ? [] : [settings.workspace])),
    ))
      shared.set(workspace, (shared.get(workspace) ?? 0) + 1);
  const crowded = at_once > 1 ? [...shared].filter(([, count]) => count > 1) : [];
  return [
    ...idle.map((provider) => `no session uses the provider ${provider}, so its limits mean nothing`),
    ...crowded.map(
      ([workspace, count]) =>
        `${counted(count, 'session')} share the workspace ${workspace}; scratch: true gives each its own copy`,
    ),
  ];
}
