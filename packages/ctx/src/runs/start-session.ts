// A plan becomes a new session.

import { resolve } from 'node:path';
import { preflight } from '../agent/preflight.js';
import { discardScratch } from '../agent/scratch.js';
import { advanceSession, newSessionState } from '../agent/session-state.js';
import type { Plan } from '../config/plan.js';
import { digestOf } from '../disk/digest.js';
import { canonical } from '../protocol/json.js';
import { contractId, formatVersion, type RecordBodies, type RecordOf } from '../protocol/records.js';
import { runId, sessionId } from '../session/id.js';
import { createSession } from '../session/open.js';
import { ownSessions } from '../session/own-sessions.js';
import { makeSessionsFolder, sessionPath, sessionsFolder } from '../session/sessions-folder.js';
import type { SessionWriter } from '../session/writer.js';
import { deterministicIds, randomIds } from '../time/ids.js';
import { conductRuns } from './conduct-runs.js';
import type { Conducted, SignAtClose } from './conducted.js';
import { informedRuns } from './informed-runs.js';
import { ownRuns } from './own-runs.js';
import type { RunServices } from './run-services.js';
import { sessionAgents } from './session-agents.js';
import { markedServices, placeOf, tellClaim, withWriter, writerOptions } from './session-file.js';
import { signedAtClose, signingOf } from './signing.js';
import { type Surroundings, withSurroundings } from './surroundings.js';
import { withTraces } from './with-traces.js';

export interface SessionPlace {
  readonly sessionId?: string | undefined;
  /** The session's file itself, instead of one in the sessions folder. */
  readonly out?: string | undefined;
  readonly sessionsDir?: string | undefined;
  /** Called once the log is ours, before anything is written to it. */
  readonly onBegin?: () => void;
}

export function startSession(plan: Plan, place: SessionPlace, outside: RunServices): Promise<Conducted> {
  return withTraces(plan.otel, outside, (services) => started(plan, place, services));
}

async function started(plan: Plan, place: SessionPlace, outside: RunServices): Promise<Conducted> {
  const id = sessionId(place.sessionId ?? plan.sessionId ?? freshId(plan, outside));
  for (const { run_id } of plan.runs) runId(run_id);
  await preflight(ownRuns(plan.runs), placeOf(plan, outside));
  const agents = await sessionAgents(plan, outside);
  const { runs, ...told } = await informedRuns(plan, outside);
  const path = fileFor(id, place, outside);
  const sign = await signingOf(plan.sign, outside);
  const services = markedServices(outside, path);
  const begin = (surroundings: Surroundings) => {
    if (place.out === undefined) makeSessionsFolder(sessionsFolder(services, place.sessionsDir));
    const state = newSessionState();
    // Noted before it is written, so that a crash leaves no session that this machine does not know.
    const onBegin = (first: string) => {
      ownSessions(services.env).remember(first, first);
      place.onBegin?.();
    };
    const writer = createSession(path, { ...writerOptions(services), onBegin });
    const body: RecordBodies['session.opened'] = {
      format: formatVersion,
      contract: contractId,
      session_id: id,
      runs: [...runs],
      ...signs(sign),
    };
    const opened = openedBy(writer, body);
    return withWriter(writer, opened.hash, services, () => {
      if (plan.runs.some(({ settings }) => settings.scratch)) discardScratch(plan.root, id);
      advanceSession(state, opened);
      tellClaim(writer, state, services);
      const session = { place: placeOf(plan, services), state, writer, surroundings, services, told, agents };
      return conductRuns(session, runs);
    });
  };
  const sandboxed = {
    root: plan.root,
    logs: logsOf(place, services),
    session: { log: path, isNew: true },
    confined: agents?.confined,
  };
  const conducted = await withSurroundings(plan.runs, sandboxed, services, begin);
  return signedAtClose(sign, conducted);
}

/** In the log, so that whoever goes on with the session signs it again. */
function signs(sign: SignAtClose | undefined): { sign?: true } {
  return sign === undefined ? {} : { sign: true };
}

function openedBy(writer: SessionWriter, body: RecordBodies['session.opened']): RecordOf<'session.opened'> {
  try {
    return writer.append('session.opened', body);
  } catch (error) {
    writer.close();
    throw error;
  }
}

/** What no command of the session may see. */
function logsOf({ out, sessionsDir }: SessionPlace, services: RunServices): string[] {
  const file = out === undefined ? [] : [resolve(services.cwd, out)];
  return [sessionsFolder(services, sessionsDir), ...file];
}

function freshId({ runs }: Plan, { clock }: RunServices): string {
  return (clock.deterministic ? deterministicIds(digestOf(canonical(runs))) : randomIds(clock)).next();
}

function fileFor(
  id: ReturnType<typeof sessionId>,
  { out, sessionsDir }: SessionPlace,
  services: RunServices,
): string {
  if (out !== undefined) return resolve(services.cwd, out);
  return sessionPath(sessionsFolder(services, sessionsDir), id);
}
