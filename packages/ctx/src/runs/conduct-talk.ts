// Runs, and then whatever is said next, each a run of its own that continues the one before.

import { advanceSession } from '../agent/session-state.js';
import type { PlannedRun, RunSettings } from '../protocol/records.js';
import { sumOf } from '../session/tally.js';
import { conductRuns } from './conduct-runs.js';
import type { Conducted } from './conducted.js';
import type { OpenSession } from './open-session.js';
import { runFor } from './what-is-left.js';

/** Without a talk, the runs and nothing else. `otherwise`: settings for a conversation that begins without a run. */
export async function conductTalk(
  session: OpenSession,
  runs: readonly PlannedRun[],
  otherwise?: RunSettings,
): Promise<Conducted> {
  const { place, state, writer, services } = session;
  const { talk } = services;
  if (talk === undefined) return conductRuns(session, runs);
  const conduct = (planned: readonly PlannedRun[]) => {
    const signal = AbortSignal.any([services.signal, talk.begin()]);
    return conductRuns({ ...session, services: { ...services, signal } }, planned);
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

function joined(before: Conducted, after: Conducted): Conducted {
  return {
    ...after,
    runs: [...before.runs, ...after.runs],
    totals: sumOf(before.totals, after.totals),
    warnings: [...new Set([...before.warnings, ...after.warnings])],
  };
}
