// A session of another agent, taken over from a process that is gone. What the agent remembered is gone with it, so it goes on turn by
// turn: the turn that was open is over, and its prompt is given to a new process of the agent, in a run of its own.

import { preflight } from '../agent/preflight.js';
import { advanceSession, type SessionState } from '../agent/session-state.js';
import type { Plan } from '../config/plan.js';
import { endOpenRun } from '../drive/end-open-run.js';
import { sessionsFolder } from '../session/sessions-folder.js';
import type { SessionWriter } from '../session/writer.js';
import { conductRuns } from './conduct-runs.js';
import type { Conducted } from './conducted.js';
import { ownRuns } from './own-runs.js';
import type { RunServices } from './run-services.js';
import { sessionAgents } from './session-agents.js';
import { markedServices, placeOf, reopen, tellClaim, withWriter } from './session-file.js';
import { type Surroundings, withSurroundings } from './surroundings.js';
import { whatIsLeft } from './what-is-left.js';
import { withTraces } from './with-traces.js';

export interface ResumingDriven {
  readonly session: string;
  readonly sessionsDir: string;
  readonly plan: Plan;
  /** Processes of it that were still at work here, and were ended before. */
  readonly ended: readonly number[];
}

/** Only where nothing of it needs what an agent remembered (`needsMemory`). */
export function resumeDriven(resuming: ResumingDriven, outside: RunServices): Promise<Conducted> {
  return withTraces(resuming.plan.otel, outside, (services) => resumed(resuming, services));
}

async function resumed(
  { session, sessionsDir, plan, ended }: ResumingDriven,
  outside: RunServices,
): Promise<Conducted> {
  const { path, state, writer, first } = reopen(session, sessionsDir, outside);
  const services = markedServices(outside, path);
  return withWriter(writer, first, services, async () => {
    const { planned, reopened, cutOff } = whatIsLeft(state, false);
    const again = cutOff === undefined ? undefined : reopened;
    const runs = [...(again === undefined ? [] : [again]), ...planned];
    await preflight(ownRuns(runs), placeOf(plan, services));
    const agents = await sessionAgents({ ...plan, runs }, services);
    const goOn = (surroundings: Surroundings) => {
      tellClaim(writer, state, services);
      tellResumed(writer, state, ended, services);
      if (cutOff !== undefined) endOpenRun({ ...cutOff, state: state.runs, log: writer });
      if (again !== undefined) advanceSession(state, writer.append('session.appended', { runs: [again] }));
      return conductRuns(
        { place: placeOf(plan, services), state, writer, surroundings, services, agents },
        runs,
      );
    };
    const logs = [path, sessionsFolder(services, sessionsDir)];
    const kept = { log: path, isNew: false };
    return withSurroundings(
      runs,
      { root: plan.root, logs, session: kept, confined: agents?.confined },
      services,
      goOn,
    );
  });
}

function tellResumed(
  writer: SessionWriter,
  state: SessionState,
  ended: readonly number[],
  { clock }: RunServices,
): void {
  const { head } = writer;
  if (head === undefined) throw new TypeError('a session that was read has a last record');
  const body = {
    from_seq: head.seq,
    from_hash: head.hash,
    ...(clock.deterministic ? {} : { pid: process.pid }),
    ...(ended.length > 0 && { ended: ended.map((pid) => ({ pid })) }),
  };
  advanceSession(state, writer.append('session.resumed', body));
}
