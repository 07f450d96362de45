// What starting, appending and resuming share of the session's file: found, opened, written to, remembered as our own.

import type { ModelPlace } from '../agent/models/model-for.js';
import { advanceSession, newSessionState, type SessionState } from '../agent/session-state.js';
import { marksWith, markVariable, sessionMark } from '../agent/tools/leftover-processes.js';
import type { Plan } from '../config/plan.js';
import { fail } from '../protocol/codes.js';
import { Failure } from '../protocol/failure.js';
import type { SessionRecord } from '../protocol/records.js';
import { beginningOf } from '../session/beginning.js';
import { openSession } from '../session/open.js';
import { type Ownership, ownSessions } from '../session/own-sessions.js';
import { redactorFor } from '../session/redact.js';
import { findSession, locateSession, sessionsFolder } from '../session/sessions-folder.js';
import { hasSettled, isLoss } from '../session/settling.js';
import type { SessionWriter } from '../session/writer.js';
import type { RunServices } from './run-services.js';

export function placeOf({ root, ownUrls }: Pick<Plan, 'root' | 'ownUrls'>, { env }: RunServices): ModelPlace {
  return { root, env, ownUrls };
}

/** Whatever is started for a session carries its mark, by which a later process finds it. */
export function markedServices(services: RunServices, log: string): RunServices {
  const marks = marksWith(services.env, sessionMark(log));
  return { ...services, env: { ...services.env, [markVariable]: marks } };
}

export function writerOptions({ clock, env, emit, traces, shared }: RunServices) {
  const onRecord = (record: SessionRecord) => {
    emit(record);
    traces?.written(record);
  };
  return { clock, redactor: redactorFor(env), onRecord, shared };
}

/** Whether the log says that the session is signed when it closes; nothing where it does not say. */
export function signsItself(
  session: string,
  sessionsDir: string | undefined,
  services: RunServices,
): true | undefined {
  return beginningOf(sessionToContinue(session, sessionsDir, services)).sign;
}

/** It lies in the project. One of another agent lies with the user, and only that agent can continue it. */
function sessionToContinue(session: string, sessionsDir: string | undefined, services: RunServices): string {
  try {
    return locateSession(session, sessionsFolder(services, sessionsDir), services.cwd);
  } catch (error) {
    const agent = isUnknown(error) ? agentOf(session, sessionsDir, services) : undefined;
    if (agent === undefined) throw error;
    throw fail('agent_foreign', { operation: 'resume', target: session, agent });
  }
}

/** Whose session is found elsewhere, where one is. */
function agentOf(session: string, sessionsDir: string | undefined, services: RunServices) {
  try {
    return beginningOf(findSession(session, services, sessionsDir)).agent;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return undefined;
  }
}

function isUnknown(error: unknown): boolean {
  return error instanceof Failure && error.code === 'session_unknown';
}

/** A session that is there, locked and folded, ready for more. `admit` may refuse it before anything is written. */
export function reopen(
  session: string,
  sessionsDir: string | undefined,
  services: RunServices,
  admit: (path: string, ownership: Ownership) => void = () => {},
) {
  const path = sessionToContinue(session, sessionsDir, services);
  const state = newSessionState();
  const origin = ownSessions(services.env).examine();
  const take = (record: SessionRecord) => {
    origin.take(record);
    services.traces?.seen(record);
    advanceSession(state, record);
  };
  const writer = openSession(path, writerOptions(services), take, () => {
    refuseElsewhere(path, state);
    admit(path, origin.ownership);
  });
  return { path, state, writer, first: origin.first, ownership: origin.ownership };
}

/** What goes on elsewhere, or was never ours to conduct, gets no run of ours. */
function refuseElsewhere(path: string, { movedTo, planned, runs: { run } }: SessionState): void {
  if (movedTo !== undefined) throw fail('session_moved', { operation: 'open', target: path, peer: movedTo });
  // What ctx drove is told by ctx: the session may get more runs.
  const isDriven = planned.some(({ settings }) => settings.agent !== undefined);
  if (run !== undefined && run.agent !== 'ctx' && !isDriven)
    throw fail('agent_foreign', { operation: 'resume', target: run.run_id, agent: run.agent });
}

/** Whatever ends it, this machine knows its own session again: `first` is the hash of its first record. */
export async function withWriter<T>(
  writer: SessionWriter,
  first: string | undefined,
  services: RunServices,
  use: (writer: SessionWriter) => Promise<T>,
): Promise<T> {
  const { signal } = services;
  const onAbort = () => {
    if (isLoss(signal.reason)) writer.lose(signal.reason);
  };
  signal.addEventListener('abort', onAbort);
  onAbort();
  try {
    const result = await use(writer);
    await writer.settled();
    return result;
  } catch (error) {
    // What happened until then is told all the same, if anybody takes it.
    await hasSettled(writer);
    throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
    if (first !== undefined) ownSessions(services.env).remember(first, writer.head?.hash ?? first);
    writer.close();
  }
}

/** Whose it is from here on, where a store gave it to us. */
export function tellClaim(writer: SessionWriter, state: SessionState, { shared, clock }: RunServices): void {
  if (shared === undefined) return;
  const { epoch, owner } = shared;
  const body = { epoch, owner: clock.deterministic ? 'worker' : owner };
  advanceSession(state, writer.append('session.claimed', body));
  for (const tree of shared.restored ?? [])
    advanceSession(state, writer.append('workspace.restored', { tree, why: 'takeover' }));
}
