// Files into a fleet: every session planned as `ctx run` would plan it, the limits in whole numbers, and whatever can be known to be
// wrong said before anything is written.

import { dirname, resolve } from 'node:path';
import * as t from 'typebox';
import type { DefaultModel } from '../config/default-model.js';
import { type Overrides, type Plan, planFrom, planFromFile } from '../config/plan.js';
import type { SessionConfig } from '../config/session-config.js';
import { readText } from '../disk/read.js';
import type { Environment } from '../disk/user-folder.js';
import { parseDocument } from '../document/read-document.js';
import { fail } from '../protocol/codes.js';
import { isMembers } from '../protocol/members.js';
import type { FleetLimits, QueuedSession } from '../store/fleet-records.js';
import { type FleetConfig, fleetConfig, usualRetries } from './fleet-config.js';
import { type PlaceInLine, queuedSession } from './queued-session.js';

export interface FleetPlan {
  readonly fleet_id: string | undefined;
  readonly limits: FleetLimits;
  readonly sessions: readonly Planned[];
}

/** A session of a fleet that has no id yet where its config names none. */
interface Planned {
  readonly plan: Plan;
  readonly queued: (id: string) => QueuedSession;
}

export interface Planning {
  readonly cwd: string;
  readonly env: Environment;
  readonly findDefault: () => Promise<DefaultModel | undefined>;
}

/** One file may be a fleet's own or a session's config; several are configs. */
export async function planFleet(files: readonly string[], planning: Planning): Promise<FleetPlan> {
  const [file = ''] = files;
  if (files.length === 1 && !isSessionConfig(file, planning.cwd)) return fromFleetFile(file, planning);
  const sessions: Planned[] = [];
  for (const each of files) sessions.push(await fromConfig(resolve(planning.cwd, each), each, {}, planning));
  return { fleet_id: undefined, limits: limitsOf({}), sessions };
}

/** A session config names its runs, and a fleet has none of its own. */
function isSessionConfig(file: string, cwd: string): boolean {
  const value: unknown = parseDocument(readText(resolve(cwd, file)), file, t.Unknown());
  return isMembers(value) && 'runs' in value;
}

async function fromFleetFile(file: string, planning: Planning): Promise<FleetPlan> {
  const { cwd } = planning;
  const path = resolve(cwd, file);
  const config = parseDocument(readText(path), file, fleetConfig, 'the schema: `ctx schema fleet-config`');
  const base = dirname(path);
  const sessions: Planned[] = [];
  for (const entry of config.sessions ?? []) {
    const { priority, not_before, labels } = entry;
    const place = { priority, not_before, labels };
    if ('config' in entry)
      sessions.push(await fromConfig(resolve(base, entry.config), entry.config, place, planning));
    else {
      const { priority: _, not_before: __, labels: ___, session_id, ...run } = entry;
      const session = { ...(session_id !== undefined && { session_id }), runs: [{ run_id: 'r1', ...run }] };
      sessions.push(await fromTask({ ...config.defaults, ...session }, base, place, planning));
    }
  }
  for (const { run, place } of matrixOf(config))
    sessions.push(await fromTask({ ...config.defaults, runs: [run] }, base, place, planning));
  if (sessions.length === 0) throw fail('fleet_empty', { operation: 'plan', target: file });
  return { fleet_id: config.fleet_id, limits: limitsOf(config), sessions };
}

type Run = SessionConfig['runs'][number];

/** Every task with every model, and every task with every agent. */
function matrixOf({ matrix }: FleetConfig): { readonly run: Run; readonly place: PlaceInLine }[] {
  if (matrix === undefined) return [];
  const { tasks, models = [], agents = [], repeat = 1, priority, not_before, labels } = matrix;
  const doers = [...models.map((model) => ({ model })), ...agents.map((agent) => ({ agent }))];
  const each = doers.length === 0 ? [{}] : doers;
  const place = { priority, not_before, labels };
  return tasks.flatMap((task) =>
    each.flatMap((doer) =>
      Array.from({ length: repeat }, () => ({ run: { run_id: 'r1', task, ...doer }, place })),
    ),
  );
}

async function fromConfig(
  path: string,
  shown: string,
  place: PlaceInLine,
  { cwd, env, findDefault }: Planning,
): Promise<Planned> {
  const plan = await planFromFile(path, cwd, env, {}, findDefault);
  return { plan, queued: (id) => queuedSession(id, plan, place, shown) };
}

async function fromTask(
  config: SessionConfig,
  base: string,
  place: PlaceInLine,
  { cwd, env, findDefault }: Planning,
): Promise<Planned> {
  const isNamed = [config, ...config.runs].some(({ model, agent }) => (model ?? agent) !== undefined);
  const overrides: Overrides = isNamed ? {} : { otherwise: await findDefault() };
  const plan = planFrom(config, base, cwd, env, overrides);
  return { plan, queued: (id) => queuedSession(id, plan, place, undefined) };
}

function limitsOf({
  at_once = 4,
  providers = {},
  budget,
  retry,
  stop_after_failures,
}: FleetConfig): FleetLimits {
  const { max_usd, max_tokens } = budget ?? {};
  return {
    at_once,
    providers: Object.entries(providers).map(([provider, limits]) => ({ provider, ...limits })),
    ...(max_usd !== undefined && { max_microusd: Math.round(max_usd * 1_000_000) }),
    ...(max_tokens !== undefined && { max_tokens }),
    retry: {
      times: retry?.times ?? 0,
      on: [...(retry?.on ?? usualRetries)],
      wait_ms: Math.round((retry?.wait_seconds ?? 10) * 1000),
    },
    ...(stop_after_failures !== undefined && { stop_after_failures }),
  };
}
