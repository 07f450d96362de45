// Runs, and then whatever is said next, each a run of its own that continues the one before.

import type { ModelPlace } from '../agent/models/model-for.js';
import { advanceSession, type SessionState } from '../agent/session-state.js';
import type { PlannedRun, RunSettings } from '../protocol/records.js';
import { sumOf } from '../session/tally.js';
import type { SessionWriter } from '../session/writer.js';
import { conductRuns, type Surroundings } from './conduct-runs.js';
import type { Conducted } from './conducted.js';
import type { GivenContext } from './informed-runs.js';
import type { RunServices } from './run-services.js';
import { runFor } from './what-is-left.js';

/** Without a talk, the runs and nothing else. `otherwise`: settings for a conversation that begins without a run. */
export async function conductTalk(
  place: ModelPlace,
  state: SessionState,
  writer: SessionWriter,
  runs: readonly PlannedRun[],
  surroundings: Surroundings,
  services: RunServices,
  { told, otherwise }: { readonly told?: GivenContext; readonly otherwise?: RunSettings | undefined } = {},
): Promise<Conducted> {
  const { talk } = services;
  let settings = runs.at(-1)?.settings ?? otherwise;
  const conduct = (planned: readonly PlannedRun[]) =>
    conductRuns(
      place,
      state,
      writer,
      planned,
      surroundings,
      talk === undefined
        ? services
        : { ...services, signal: AbortSignal.any([services.signal, talk.begin()]) },
      told,
    );
  let conducted = await conduct(runs);
  while (talk !== undefined && settings !== undefined && !services.signal.aborted) {
    if (conducted.tampered !== undefined) break;
    const said = await talk.next({ conducted, state, settings, ownUrls: place.ownUrls, log: writer });
    if (said === undefined) break;
    settings = said.settings;
    const run = { ...runFor(said.prompt, state, []), settings: said.settings };
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
