// What runs are conducted in.

import type { RunOutcome } from '../agent/conduct-run.js';
import type { ModelPlace } from '../agent/models/model-for.js';
import type { SessionState } from '../agent/session-state.js';
import type { PlannedRun, RunSettings } from '../protocol/records.js';
import type { SessionWriter } from '../session/writer.js';
import type { GivenContext } from './informed-runs.js';
import type { RunServices } from './run-services.js';
import type { Confined } from './session-sandboxes.js';
import type { Surroundings } from './surroundings.js';

/** A session whose log is open, folded as far as it goes. */
export interface OpenSession {
  readonly place: ModelPlace;
  readonly state: SessionState;
  readonly writer: SessionWriter;
  readonly surroundings: Surroundings;
  readonly services: RunServices;
  /** What the models are told before the task. */
  readonly told?: GivenContext;
  /** Runs by which an agent goes on with what it did before; it may take its own session up again. */
  readonly goingOn?: ReadonlySet<string>;
  /** Who does runs in the place of ctx; nobody where no run says so. */
  readonly agents?: SessionAgents | undefined;
}

/** The agents that do runs in the place of ctx. */
export interface SessionAgents {
  readonly warnings: readonly string[];
  /** How such a run is confined; nothing where it is not. */
  confined(settings: RunSettings): Confined | undefined;
  drive(run: PlannedRun, session: OpenSession, cancel: AbortSignal): Promise<RunOutcome>;
}
