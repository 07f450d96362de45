// What starting, appending and resuming share: the session's file, its writer, and the runs themselves.

import { conductSession, type SessionOutcome } from '../agent/conduct-session.js';
import type { ModelPlace } from '../agent/models/model-for.js';
import { advanceSession, newSessionState, type SessionState } from '../agent/session-state.js';
import { builtinTools } from '../agent/tools/builtin.js';
import { marksWith, markVariable, sessionMark } from '../agent/tools/leftover-processes.js';
import type { Plan } from '../config/plan.js';
import { idleRules } from '../policy/policy.js';
import { fail } from '../protocol/codes.js';
import type { PlannedRun, SessionRecord } from '../protocol/records.js';
import { commandsToRoute, routerOver } from '../registry/route.js';
import { beginningOf } from '../session/beginning.js';
import { openSession } from '../session/open.js';
import { type Ownership, ownSessions } from '../session/own-sessions.js';
import { redactorFor } from '../session/redact.js';
import { locateSession, sessionsFolder } from '../session/sessions-folder.js';
import type { SessionWriter } from '../session/writer.js';
import type { Conducted } from './conducted.js';
import { type GivenContext, noContext } from './informed-runs.js';
import type { RunServices } from './run-services.js';
import type { SessionSandboxes } from './session-sandboxes.js';
import type { SessionServers } from './session-servers.js';

/** What is up and running around the runs. */
export interface Surroundings {
  readonly servers: SessionServers;
  readonly sandboxes: SessionSandboxes;
}

export async function conductRuns(
  { root, ownUrls }: ModelPlace,
  state: SessionState,
  writer: SessionWriter,
  runs: readonly PlannedRun[],
  { servers, sandboxes }: Surroundings,
  services: RunServices,
  told: GivenContext = noContext,
): Promise<Conducted> {
  const { clock, env, emit, signal, program, approverFor } = services;
  const limit = Math.max(0, ...runs.map(({ settings }) => settings.match_limit));
  const routerFor = routerOver(commandsToRoute(root, env, clock.deterministic), limit);
  const outcome = await conductSession(
    {
      root,
      ownUrls,
      state,
      writer,
      clock,
      env,
      emit,
      show: services.show,
      keepsFiles: services.keepsFiles,
      version: program.version,
      cancel: signal,
      contextOf: (run_id) => told.context.get(run_id)?.map(({ text: _, ...piece }) => piece),
      serversFor: servers.for,
      sandboxFor: sandboxes.for,
      approverFor,
      routerFor,
    },
    runs,
  );
  return {
    ...outcome,
    warnings: [
      ...told.warnings,
      ...sandboxes.warnings,
      ...servers.warnings,
      ...idleWarnings(runs, root, servers, env),
      ...(await unpricedWarnings(runs, outcome)),
    ],
  };
}

/** What a run cost that nobody can say is `null`; people are told why, once a model. */
async function unpricedWarnings(
  runs: readonly PlannedRun[],
  { runs: outcomes }: SessionOutcome,
): Promise<string[]> {
  const ids = new Set(
    outcomes.flatMap(({ run_id, totals }) => (totals.cost_microusd === null ? [run_id] : [])),
  );
  const models = new Set(runs.flatMap(({ run_id, settings }) => (ids.has(run_id) ? [settings.model] : [])));
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
  root: string,
  servers: SessionServers,
  env: RunServices['env'],
): string[] {
  const builtIn = builtinTools(root, env);
  const idle = runs.flatMap(({ settings }) => {
    const { tools, unwanted } = servers.for(settings);
    const names = [...builtIn, ...tools].map(({ name }) => name);
    return idleRules(settings.policy, [...names, ...unwanted.map((server) => `mcp__${server}__*`)]);
  });
  return [...new Set(idle)].map((rule) => `the rule ${rule} matches no tool that there is`);
}

export function placeOf({ root, ownUrls }: Pick<Plan, 'root' | 'ownUrls'>, { env }: RunServices): ModelPlace {
  return { root, env, ownUrls };
}

/** Whatever is started for a session carries its mark, by which a later process finds it. */
export function markedServices(services: RunServices, log: string): RunServices {
  const marks = marksWith(services.env, sessionMark(log));
  return { ...services, env: { ...services.env, [markVariable]: marks } };
}

export function writerOptions({ clock, env, emit, traces }: RunServices) {
  const onRecord = (record: SessionRecord) => {
    emit(record);
    traces?.written(record);
  };
  return { clock, redactor: redactorFor(env), onRecord };
}

/** Whether the log says that the session is signed when it closes; nothing where it does not say. */
export function signsItself(
  session: string,
  sessionsDir: string | undefined,
  services: RunServices,
): true | undefined {
  const path = locateSession(session, sessionsFolder(services, sessionsDir), services.cwd);
  return beginningOf(path).sign;
}

/** A session that is there, locked and folded, ready for more. `admit` may refuse it before anything is written. */
export function reopen(
  session: string,
  sessionsDir: string | undefined,
  services: RunServices,
  admit: (path: string, standing: Ownership) => void = () => {},
) {
  const path = locateSession(session, sessionsFolder(services, sessionsDir), services.cwd);
  const state = newSessionState();
  const origin = ownSessions(services.env).examine();
  const take = (record: SessionRecord) => {
    origin.take(record);
    services.traces?.seen(record);
    advanceSession(state, record);
  };
  const writer = openSession(path, writerOptions(services), take, () => {
    admit(path, origin.standing);
    refuseElsewhere(path, state);
  });
  return { path, state, writer, first: origin.first, standing: origin.standing };
}

/** What goes on elsewhere, or was never ours to conduct, gets no run of ours. */
function refuseElsewhere(path: string, { movedTo, runs: { run } }: SessionState): void {
  if (movedTo !== undefined) throw fail('session_moved', { operation: 'open', target: path, peer: movedTo });
  if (run !== undefined && run.agent !== 'ctx')
    throw fail('agent_foreign', { operation: 'resume', target: run.run_id, agent: run.agent });
}

/** Whatever ends it, this machine knows its own session again: `first` is the hash of its first record. */
export async function withWriter<T>(
  writer: SessionWriter,
  first: string | undefined,
  services: RunServices,
  use: (writer: SessionWriter) => Promise<T>,
): Promise<T> {
  try {
    return await use(writer);
  } finally {
    if (first !== undefined) ownSessions(services.env).remember(first, writer.head?.hash ?? first);
    writer.close();
  }
}
