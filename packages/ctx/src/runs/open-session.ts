// What runs are conducted in.

import type { ModelPlace } from '../agent/models/model-for.js';
import type { SessionState } from '../agent/session-state.js';
import type { SessionWriter } from '../session/writer.js';
import type { GivenContext } from './informed-runs.js';
import type { RunServices } from './run-services.js';
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
}
