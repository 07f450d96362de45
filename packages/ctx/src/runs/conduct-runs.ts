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
import { openSession } from '../session/open.js';
import { type Ownership, ownSessions } from '../session/own-sessions.js';
import { redactorFor } from '../session/redact.js';
import { locateSession, sessionsFolder } from '../session/sessions-folder.js';
import type { SessionWriter } from '../session/writer.js';
import type { RunServices } from './run-services.js';
import type { SessionSandboxes } from './session-sandboxes.js';
import type { SessionServers } from './session-servers.js';

export interface Conducted extends SessionOutcome {
  readonly warnings: readonly string[];
}

/** What is up and running around the runs. */
export interface Surroundings {
  readonly servers: SessionServers;
  readonly sandboxes: SessionSandboxes;
}

export async function conductRuns(
  { root, baseUrl }: ModelPlace,
  state: SessionState,
  writer: SessionWriter,
  runs: readonly PlannedRun[],
  { servers, sandboxes }: Surroundings,
  services: RunServices,
): Promise<Conducted> {
  const { clock, env, emit, signal, program } = services;
  const limit = Math.max(...runs.map(({ settings }) => settings.match_limit));
  const routerFor = routerOver(commandsToRoute(root, env, clock.deterministic), limit);
  const outcome = await conductSession(
    {
      root,
      baseUrl,
      state,
      writer,
      clock,
      env,
      emit,
      version: program.version,
      cancel: signal,
      serversFor: servers.for,
      sandboxFor: sandboxes.for,
      routerFor,
    },
    runs,
  );
  return {
    ...outcome,
    warnings: [...sandboxes.warnings, ...servers.warnings, ...idleWarnings(runs, root, servers, env)],
  };
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

export function placeOf({ root, baseUrl }: Pick<Plan, 'root' | 'baseUrl'>, { env }: RunServices): ModelPlace {
  return { root, env, baseUrl };
}

/** Whatever is started for a session carries its mark, by which a later process finds it. */
export function markedServices(services: RunServices, log: string): RunServices {
  const marks = marksWith(services.env, sessionMark(log));
  return { ...services, env: { ...services.env, [markVariable]: marks } };
}

export function writerOptions({ clock, env, emit }: RunServices) {
  return { clock, redactor: redactorFor(env), onRecord: emit };
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
