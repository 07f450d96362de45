// The runs of a session, one after the other; in a conversation, then whatever is said next, each a run of its own that continues
// the one before.

import { conductRun, type RunOutcome } from '../agent/conduct-run.js';
import { advanceSession } from '../agent/session-state.js';
import type { PlannedRun, RunSettings } from '../protocol/records.js';
import { commandsToRoute, routerOver } from '../registry/route.js';
import { noTotals, sumOf } from '../session/tally.js';
import type { Conducted } from './conducted.js';
import type { OpenSession, SessionAgents } from './open-session.js';
import { runInput } from './run-input.js';
import { warningsOf } from './run-warnings.js';
import { runFor } from './what-is-left.js';

/** `otherwise`: settings for a conversation that begins without a run. Dashboards of the same user are told what happens. */
export async function conductRuns(
  session: OpenSession,
  runs: readonly PlannedRun[],
  otherwise?: RunSettings,
): Promise<Conducted> {
  const { place, state, writer, services } = session;
  const { root } = place;
  const link = services.pages?.open({ path: writer.path, session_id: state.session_id, root });
  if (link === undefined) return conductAll(session, runs, otherwise);
  const emit = (event: object) => {
    link.take(event);
    services.emit(event);
  };
  try {
    return await conductAll({ ...session, services: { ...services, emit } }, runs, otherwise);
  } finally {
    link.close();
  }
}

async function conductAll(
  session: OpenSession,
  runs: readonly PlannedRun[],
  otherwise?: RunSettings,
): Promise<Conducted> {
  const { place, state, writer, services } = session;
  const { talk } = services;
  if (talk === undefined) return conductPlanned(session, runs);
  const conduct = (planned: readonly PlannedRun[]) => {
    const signal = AbortSignal.any([services.signal, talk.begin()]);
    return conductPlanned({ ...session, services: { ...services, signal } }, planned);
  };
  let settings = runs.at(-1)?.settings ?? otherwise;
  let conducted = await conduct(runs);
  while (settings !== undefined && !services.signal.aborted) {
    if (conducted.tampered !== undefined) break;
    const said = await talk.next({ conducted, state, settings, ownUrls: place.ownUrls, log: writer });
    if (said === undefined) break;
    settings = said.settings;
    const run = { ...runFor(said.prompt, state, []), settings };
    advanceSession(state, writer.append('session.appended', { runs: [run] }));
    conducted = joined(conducted, await conduct([run]));
  }
  return conducted;
}

/** A run that stops early does not keep the next one from its own try; only a cancelled session ends there. */
async function conductPlanned(session: OpenSession, runs: readonly PlannedRun[]): Promise<Conducted> {
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
  await writer.settled();
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

function joined(before: Conducted, after: Conducted): Conducted {
  return {
    ...after,
    runs: [...before.runs, ...after.runs],
    totals: sumOf(before.totals, after.totals),
    warnings: [...new Set([...before.warnings, ...after.warnings])],
  };
}
