// From a plan to an answer: a new session, more runs for one that is there, or going on where one stopped.

import { resolve } from 'node:path';
import { conductSession } from '../agent/conduct-session.js';
import type { ModelPlace } from '../agent/models/model-for.js';
import { preflight } from '../agent/preflight.js';
import {
  advanceSession,
  newSessionState,
  type SessionState,
  unfinishedRuns,
} from '../agent/session-state.js';
import { openRunOf, type RunState } from '../agent/state.js';
import { builtinTools } from '../agent/tools/builtin.js';
import { entryOf } from '../agent/tools/pool.js';
import type { Services } from '../cli/command.js';
import type { Plan } from '../config/plan.js';
import { idleRules, tighten } from '../policy/policy.js';
import { projectRoot } from '../project/root.js';
import { fail } from '../protocol/codes.js';
import { canonical } from '../protocol/json.js';
import {
  contractId,
  formatVersion,
  type PlannedRun,
  type Policy,
  type RunSettings,
} from '../protocol/records.js';
import { commandsToRoute, routerOver } from '../registry/route.js';
import { digestOf } from '../session/chain.js';
import { runId, sessionId } from '../session/id.js';
import { createSession, openSession } from '../session/open.js';
import { redactorFor } from '../session/redact.js';
import {
  locateSession,
  makeSessionsFolder,
  sessionPath,
  sessionsFolder,
} from '../session/sessions-folder.js';
import type { SessionWriter } from '../session/writer.js';
import { deterministicIds, randomIds } from '../time/ids.js';
import { answerOf, type SessionAnswer } from './session-answer.js';
import { noServers, type SessionServers, withServers } from './session-servers.js';

export interface SessionPlace {
  readonly sessionId?: string | undefined;
  /** The session's file itself, instead of one in the sessions folder. */
  readonly out?: string | undefined;
  readonly sessionsDir?: string | undefined;
}

export async function startSession(
  plan: Plan,
  place: SessionPlace,
  services: Services,
): Promise<SessionAnswer> {
  const id = sessionId(place.sessionId ?? plan.sessionId ?? freshId(plan, services));
  for (const { run_id } of plan.runs) runId(run_id);
  await preflight(plan.runs, placeOf(plan, services));
  return withServers(plan.runs, plan.root, services, (servers) => {
    const path = fileFor(id, place, services);
    const state = newSessionState();
    return withWriter(createSession(path, writerOptions(services)), (writer) => {
      const opened = { format: formatVersion, contract: contractId, session_id: id, runs: [...plan.runs] };
      advanceSession(state, writer.append('session.opened', opened));
      return conductAll(placeOf(plan, services), state, writer, plan.runs, servers, services);
    });
  });
}

/** All or nothing: a run id that is already there, or a run that is not finished, is refused before anything is written. */
export async function appendToSession(
  session: string,
  plan: Plan,
  sessionsDir: string | undefined,
  services: Services,
): Promise<SessionAnswer> {
  await preflight(plan.runs, placeOf(plan, services));
  const { path, state, writer } = reopen(session, sessionsDir, services);
  return withWriter(writer, () => {
    const [unfinished] = unfinishedRuns(state);
    if (unfinished !== undefined) {
      throw fail('session_unfinished', { operation: 'append', target: path, run_id: unfinished.run_id });
    }
    refuseRepeatedRun(state, plan.runs);
    return withServers(plan.runs, plan.root, services, (servers) => {
      advanceSession(state, writer.append('session.appended', { runs: [...plan.runs] }));
      return conductAll(placeOf(plan, services), state, writer, plan.runs, servers, services);
    });
  });
}

export interface Resuming {
  readonly session: string;
  readonly task?: string | undefined;
  /** Only what is stricter than what the session had takes effect. */
  readonly policy: Policy;
  readonly baseUrl?: string | undefined;
  readonly sessionsDir?: string | undefined;
  /** Start the MCP servers of the session again. */
  readonly withMcp: boolean;
}

export async function resumeSession(resuming: Resuming, services: Services): Promise<SessionAnswer> {
  const { path, state, writer } = reopen(resuming.session, resuming.sessionsDir, services);
  return withWriter(writer, async () => {
    const unfinished = unfinishedRuns(state);
    if (unfinished.length === 0 && resuming.task === undefined) {
      throw fail('session_finished', { operation: 'resume', target: path });
    }
    const root = projectRoot(services);
    const place = placeOf({ root, baseUrl: resuming.baseUrl }, services);
    const open = openRunOf(state.runs);
    const left = unfinished.map((run) =>
      changed(run.run_id === open?.run_id ? { ...run, settings: open.settings } : run, resuming),
    );
    const added = resuming.task === undefined ? [] : [runFor(resuming.task, state, resuming)];
    const runs = [...left, ...added];
    await preflight(runs, place);
    const goOn = (servers: SessionServers) => {
      recordResumption(state, writer, resuming, servers, services);
      if (added.length > 0) advanceSession(state, writer.append('session.appended', { runs: added }));
      return conductAll(place, state, writer, runs, servers, services);
    };
    const named = state.planned.filter(({ settings }) => settings.mcp !== undefined);
    if (resuming.withMcp) return withServers(named, root, services, goOn);
    return goOn(named.length === 0 ? noServers : { ...noServers, warnings: [serversLeftOut] });
  });
}

const serversLeftOut = 'the MCP servers of this session were not started again; --with-mcp starts them';

function freshId({ runs }: Plan, { clock }: Services): string {
  return (clock.deterministic ? deterministicIds(digestOf(canonical(runs))) : randomIds(clock)).next();
}

function fileFor(
  id: ReturnType<typeof sessionId>,
  { out, sessionsDir }: SessionPlace,
  services: Services,
): string {
  if (out !== undefined) return resolve(services.cwd, out);
  const folder = sessionsFolder(services, sessionsDir);
  makeSessionsFolder(folder);
  return sessionPath(folder, id);
}

function writerOptions({ clock, env, emit }: Services) {
  return { clock, redactor: redactorFor(env), onRecord: emit };
}

function reopen(session: string, sessionsDir: string | undefined, services: Services) {
  const path = locateSession(session, sessionsFolder(services, sessionsDir), services.cwd);
  const state = newSessionState();
  const writer = openSession(path, writerOptions(services), (record) => advanceSession(state, record));
  return { path, state, writer };
}

async function withWriter<T>(writer: SessionWriter, use: (writer: SessionWriter) => Promise<T>): Promise<T> {
  try {
    return await use(writer);
  } finally {
    writer.close();
  }
}

function placeOf({ root, baseUrl }: Pick<Plan, 'root' | 'baseUrl'>, { env }: Services): ModelPlace {
  return { root, env, baseUrl };
}

async function conductAll(
  { root, baseUrl }: ModelPlace,
  state: SessionState,
  writer: SessionWriter,
  runs: readonly PlannedRun[],
  servers: SessionServers,
  services: Services,
): Promise<SessionAnswer> {
  const { clock, env, emit, signal } = services;
  const limit = Math.max(...runs.map(({ settings }) => settings.match_limit));
  const routerFor = routerOver(commandsToRoute(root, env, clock.deterministic), limit);
  const outcome = await conductSession(
    { root, baseUrl, state, writer, clock, env, emit, cancel: signal, serversFor: servers.for, routerFor },
    runs,
  );
  return answerOf(outcome, [...servers.warnings, ...idleWarnings(runs, root, servers, env)], signal);
}

function idleWarnings(
  runs: readonly PlannedRun[],
  root: string,
  servers: SessionServers,
  env: Services['env'],
): string[] {
  const builtIn = builtinTools(root, env);
  const idle = runs.flatMap(({ settings }) => {
    const names = [...builtIn, ...servers.for(settings).tools].map(({ name }) => name);
    return idleRules(settings.policy, names);
  });
  return [...new Set(idle)].map((rule) => `the rule ${rule} matches no tool that there is`);
}

function refuseRepeatedRun(state: SessionState, runs: readonly PlannedRun[]) {
  const there = new Set(state.planned.map(({ run_id }) => run_id));
  const repeated = runs.find(({ run_id }) => there.has(run_id));
  if (repeated !== undefined) throw fail('run_id_repeated', { operation: 'append', target: repeated.run_id });
}

function recordResumption(
  state: SessionState,
  writer: SessionWriter,
  resuming: Resuming,
  servers: SessionServers,
  { clock }: Services,
) {
  const { head } = writer;
  if (head === undefined) throw new TypeError('a session that was read has a last record');
  const open = openRunOf(state.runs);
  const body = {
    from_seq: head.seq,
    from_hash: head.hash,
    ...(clock.deterministic ? {} : { pid: process.pid }),
    ...(open === undefined ? {} : { settings: changedSettings(open.settings, resuming) }),
    ...missingTools(open, servers),
  };
  advanceSession(state, writer.append('session.resumed', body));
}

/** A tool of the same name with another schema is another tool. */
function missingTools(open: RunState | undefined, servers: SessionServers): { tools_missing?: string[] } {
  if (open === undefined) return {};
  const there = new Map(
    servers.for(open.settings).tools.map((tool) => [tool.name, entryOf(tool).schema_digest]),
  );
  const missing = open.pool.filter(
    ({ name, server, schema_digest }) => server !== undefined && there.get(name) !== schema_digest,
  );
  return missing.length === 0 ? {} : { tools_missing: missing.map(({ name }) => name) };
}

/** Stricter, and maybe by another way to the same model; nothing else changes. */
function changedSettings(settings: RunSettings, { policy, baseUrl }: Resuming): RunSettings {
  return {
    ...settings,
    ...(baseUrl !== undefined && { base_url: baseUrl }),
    policy: tighten(settings.policy, policy),
  };
}

function changed(run: PlannedRun, resuming: Resuming): PlannedRun {
  return { ...run, settings: changedSettings(run.settings, resuming) };
}

/** A new run that goes on with the last one's conversation and settings. */
function runFor(task: string, state: SessionState, resuming: Resuming): PlannedRun {
  const last = state.planned.at(-1);
  if (last === undefined) throw new TypeError('a session has at least one run');
  return changed(
    { run_id: nextRunId(state), prompts: [task], settings: last.settings, continues: last.run_id },
    resuming,
  );
}

function nextRunId(state: SessionState): string {
  const taken = new Set(state.planned.map(({ run_id }) => run_id));
  let number = taken.size + 1;
  while (taken.has(`run-${number}`)) number++;
  return `run-${number}`;
}
