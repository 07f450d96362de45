// The runs of a session, one after the other.

import { conductRun, type RunOutcome } from '../agent/conduct-run.js';
import type { PlannedRun } from '../protocol/records.js';
import { commandsToRoute, routerOver } from '../registry/route.js';
import { noTotals, sumOf } from '../session/tally.js';
import type { Conducted } from './conducted.js';
import type { OpenSession, SessionAgents } from './open-session.js';
import { runInput } from './run-input.js';
import { warningsOf } from './run-warnings.js';

/** A run that stops early does not keep the next one from its own try; only a cancelled session ends there. */
export async function conductRuns(session: OpenSession, runs: readonly PlannedRun[]): Promise<Conducted> {
  const { place, state, writer, services } = session;
  const limit = Math.max(0, ...runs.map(({ settings }) => settings.match_limit));
  const commands = commandsToRoute(place.root, services.env, services.clock.deterministic);
  const routerFor = routerOver(commands, limit);
  const cancel = AbortSignal.any([services.signal, writer.alarm]);
  const outcomes: RunOutcome[] = [];
  for (const run of runs) {
    outcomes.push(
      run.settings.agent === undefined
        ? await conductRun(await runInput(run, session, { cancel, routerFor }))
        : await drivenBy(session.agents, run, session, cancel),
    );
    state.opened.add(run.run_id);
    if (cancel.aborted) break;
  }
  writer.finish();
  const { tampered } = writer;
  return {
    session_id: state.session_id,
    path: tampered?.kept ?? writer.path,
    tampered,
    chain_head: writer.head?.hash ?? '',
    runs: outcomes,
    totals: outcomes.reduce((sum, { totals }) => sumOf(sum, totals), noTotals()),
    warnings: await warningsOf(session, runs, outcomes),
  };
}

function drivenBy(
  agents: SessionAgents | undefined,
  run: PlannedRun,
  session: OpenSession,
  cancel: AbortSignal,
): Promise<RunOutcome> {
  if (agents === undefined) throw new TypeError(`no agent was prepared for ${run.run_id}`);
  return agents.drive(run, session, cancel);
}
