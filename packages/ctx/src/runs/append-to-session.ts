// A plan becomes more runs of a session that is there.

import { preflight } from '../agent/preflight.js';
import { advanceSession, type SessionState, unfinishedRuns } from '../agent/session-state.js';
import type { Plan } from '../config/plan.js';
import { fail } from '../protocol/codes.js';
import type { PlannedRun } from '../protocol/records.js';
import { sessionsFolder } from '../session/sessions-folder.js';
import { conductRuns } from './conduct-runs.js';
import type { Conducted } from './conducted.js';
import { informedRuns } from './informed-runs.js';
import { ownRuns } from './own-runs.js';
import type { RunServices } from './run-services.js';
import { sessionAgents } from './session-agents.js';
import { markedServices, placeOf, reopen, signsItself, withWriter } from './session-file.js';
import { signedAtClose, signingOf } from './signing.js';
import { type Surroundings, withSurroundings } from './surroundings.js';
import { withTraces } from './with-traces.js';

/** All or nothing: a run id that is already there, or a run that is not finished, is refused before anything is written. */
export function appendToSession(
  session: string,
  plan: Plan,
  sessionsDir: string | undefined,
  outside: RunServices,
): Promise<Conducted> {
  return withTraces(plan.otel, outside, (services) => appended(session, plan, sessionsDir, services));
}

async function appended(
  session: string,
  plan: Plan,
  sessionsDir: string | undefined,
  outside: RunServices,
): Promise<Conducted> {
  await preflight(ownRuns(plan.runs), placeOf(plan, outside));
  const agents = await sessionAgents(plan, outside);
  const { runs, ...told } = await informedRuns(plan, outside);
  const sign = await signingOf(plan.sign ?? signsItself(session, sessionsDir, outside), outside);
  const { path, state, writer, first, ownership } = reopen(session, sessionsDir, outside);
  const services = markedServices(outside, path);
  // What somebody else wrote does not become ours because a run was added to it.
  const isOwn = ownership === 'own';
  const conducted = await withWriter(writer, isOwn ? first : undefined, services, () => {
    const [unfinished] = unfinishedRuns(state);
    if (unfinished !== undefined) {
      throw fail('session_unfinished', {
        operation: 'append',
        target: path,
        run_id: unfinished.run_id,
        isOwn,
      });
    }
    refuseRepeatedRun(state, plan.runs);
    const add = (surroundings: Surroundings) => {
      advanceSession(state, writer.append('session.appended', { runs: [...runs] }));
      const place = placeOf(plan, services);
      return conductRuns({ place, state, writer, surroundings, services, told, agents }, runs);
    };
    const logs = [path, sessionsFolder(services, sessionsDir)];
    const session = { log: path, isNew: false };
    return withSurroundings(
      plan.runs,
      { root: plan.root, logs, session, confined: agents?.confined },
      services,
      add,
    );
  });
  return signedAtClose(sign, conducted);
}

function refuseRepeatedRun(state: SessionState, runs: readonly PlannedRun[]) {
  const there = new Set(state.planned.map(({ run_id }) => run_id));
  const repeated = runs.find(({ run_id }) => there.has(run_id));
  if (repeated !== undefined) throw fail('run_id_repeated', { operation: 'append', target: repeated.run_id });
}
