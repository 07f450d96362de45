// What the steps of a run share: its state, and the ports through which they work.

import type { Approver } from '../approve/question.js';
import type { Clock } from '../time/clock.js';
import type { Interruption } from './interruption.js';
import type { Gate, Keeper, LiveEvent, Log, Model, Router, ShownEvent, WatchedWorkspace } from './ports.js';
import type { RunState, State } from './state.js';
import type { Pool } from './tools/pool.js';

/** What every run has, whoever conducts it. */
export interface RunPorts {
  readonly state: State;
  readonly run: RunState;
  readonly log: Log;
  readonly clock: Clock;
  readonly interruption: Interruption;
  /** Nobody where it is not there. */
  readonly gate?: Gate | undefined;
  readonly approver?: Approver | undefined;
  readonly emit: (event: LiveEvent) => void;
  /** For somebody who watches; nothing where nobody does. */
  readonly show?: ((event: ShownEvent) => void) | undefined;
  /** The workspace watched; nothing in a replay, whose log says what changed. */
  readonly surroundings?: WatchedWorkspace | undefined;
  /** Nothing where nobody can take the session over. */
  readonly keeper?: Keeper | undefined;
}

export interface RunContext extends RunPorts {
  readonly prompts: readonly string[];
  readonly model: Model;
  readonly pool: Pool;
  readonly route: Router;
  readonly random: () => number;
}
