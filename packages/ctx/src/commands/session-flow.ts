// From a plan to an answer: a new session, more runs for one that is there, or going on where one stopped.

import { resolve } from 'node:path';
import { conductSession } from '../agent/conduct-session.js';
import { idleRules, tighten } from '../agent/policy/policy.js';
import { preflight } from '../agent/preflight.js';
import {
  advanceSession,
  newSessionState,
  type SessionState,
  unfinishedRuns,
} from '../agent/session-state.js';
import { openRunOf } from '../agent/state.js';
import { builtinTools } from '../agent/tools/builtin.js';
import type { Services } from '../cli/command.js';
import type { Plan } from '../config/plan.js';
import { projectRoot } from '../project/root.js';
import { fail } from '../protocol/codes.js';
import { canonical } from '../protocol/json.js';
import { contractId, formatVersion, type PlannedRun, type Policy } from '../protocol/records.js';
import { commandsToRoute, routerOver } from '../registry/route.js';
import { digestOf } from '../session/chain.js';
import { runId, sessionId } from '../session/id.js';
import { createSession, openSession } from '../session/open.js';
import { locateSession, makeSessionsFolder, sessionPath, sessionsFolder } from '../session/place.js';
import { redactorFor } from '../session/redact.js';
import type { SessionWriter } from '../session/writer.js';
import { deterministicIds, randomIds } from '../time/ids.js';
import { answerOf, type SessionAnswer } from './session-answer.js';

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
  preflight(plan.runs, plan.root);
  const path = fileFor(id, place, services);
  const state = newSessionState();
  return withWriter(createSession(path, writerOptions(services)), (writer) => {
    const opened = { format: formatVersion, contract: contractId, session_id: id, runs: [...plan.runs] };
    advanceSession(state, writer.append('session.opened', opened));
    return conductAll(plan.root, state, writer, plan.runs, services);
  });
}

/** All or nothing: a run id that is already there, or a run that is not finished, is refused before anything is written. */
export async function appendToSession(
  session: string,
  plan: Plan,
  sessionsDir: string | undefined,
  services: Services,
): Promise<SessionAnswer> {
  preflight(plan.runs, plan.root);
  const { path, state, writer } = reopen(session, sessionsDir, services);
  return withWriter(writer, () => {
    const [unfinished] = unfinishedRuns(state);
    if (unfinished !== undefined) {
      throw fail('session_unfinished', { operation: 'append', target: path, run_id: unfinished.run_id });
    }
    refuseRepeatedRun(state, plan.runs);
    advanceSession(state, writer.append('session.appended', { runs: [...plan.runs] }));
    return conductAll(plan.root, state, writer, plan.runs, services);
  });
}

export interface Resuming {
  readonly session: string;
  readonly task?: string | undefined;
  /** Only what is stricter than what the session had takes effect. */
  readonly policy: Policy;
  readonly sessionsDir?: string | undefined;
}

export async function resumeSession(resuming: Resuming, services: Services): Promise<SessionAnswer> {
  const { path, state, writer } = reopen(resuming.session, resuming.sessionsDir, services);
  return withWriter(writer, () => {
    const unfinished = unfinishedRuns(state);
    if (unfinished.length === 0 && resuming.task === undefined) {
      throw fail('session_finished', { operation: 'resume', target: path });
    }
    recordResumption(state, writer, resuming.policy, services);
    const runs = unfinished.map((run) => tightened(run, resuming.policy));
    if (resuming.task !== undefined) runs.push(appendTask(state, writer, resuming.task, resuming.policy));
    const root = projectRoot(services);
    preflight(runs, root);
    return conductAll(root, state, writer, runs, services);
  });
}

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

async function conductAll(
  root: string,
  state: SessionState,
  writer: SessionWriter,
  runs: readonly PlannedRun[],
  services: Services,
): Promise<SessionAnswer> {
  const { clock, env, emit, signal } = services;
  const limit = Math.max(...runs.map(({ settings }) => settings.match_limit));
  const routerFor = routerOver(commandsToRoute(root, env, clock.deterministic), limit);
  const outcome = await conductSession(
    { root, state, writer, clock, env, emit, cancel: signal, routerFor },
    runs,
  );
  return answerOf(outcome, warningsOf(runs, builtinTools(root, env)), signal);
}

function warningsOf(runs: readonly PlannedRun[], tools: readonly { readonly name: string }[]): string[] {
  const names = tools.map(({ name }) => name);
  const idle = runs.flatMap(({ settings }) => idleRules(settings.policy, names));
  return [...new Set(idle)].map((rule) => `the rule ${rule} matches no tool that there is`);
}

function refuseRepeatedRun(state: SessionState, runs: readonly PlannedRun[]) {
  const there = new Set(state.planned.map(({ run_id }) => run_id));
  const repeated = runs.find(({ run_id }) => there.has(run_id));
  if (repeated !== undefined) throw fail('run_id_repeated', { operation: 'append', target: repeated.run_id });
}

function recordResumption(state: SessionState, writer: SessionWriter, policy: Policy, { clock }: Services) {
  const { head } = writer;
  if (head === undefined) throw new TypeError('a session that was read has a last record');
  const open = openRunOf(state.runs);
  const body = {
    from_seq: head.seq,
    from_hash: head.hash,
    ...(clock.deterministic ? {} : { pid: process.pid }),
    ...(open === undefined
      ? {}
      : { settings: { ...open.settings, policy: tighten(open.settings.policy, policy) } }),
  };
  advanceSession(state, writer.append('session.resumed', body));
}

function tightened(run: PlannedRun, policy: Policy): PlannedRun {
  return { ...run, settings: { ...run.settings, policy: tighten(run.settings.policy, policy) } };
}

/** A new run that goes on with the last one's conversation and settings. */
function appendTask(state: SessionState, writer: SessionWriter, task: string, policy: Policy): PlannedRun {
  const last = state.planned.at(-1);
  if (last === undefined) throw new TypeError('a session has at least one run');
  const run = tightened(
    { run_id: nextRunId(state), prompts: [task], settings: last.settings, continues: last.run_id },
    policy,
  );
  advanceSession(state, writer.append('session.appended', { runs: [run] }));
  return run;
}

function nextRunId(state: SessionState): string {
  const taken = new Set(state.planned.map(({ run_id }) => run_id));
  let number = taken.size + 1;
  while (taken.has(`run-${number}`)) number++;
  return `run-${number}`;
}
