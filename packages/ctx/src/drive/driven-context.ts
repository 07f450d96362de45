// What the steps of a driven run share: its state, and the ports through which they work.

import type { Interruption } from '../agent/interruption.js';
import type { LiveEvent, RefusedConnection, ShownEvent, WatchedWorkspace } from '../agent/ports.js';
import type { RunState, State } from '../agent/state.js';
import type { Approver } from '../approve/question.js';
import type { RecordBodies } from '../protocol/records.js';
import type { Log } from '../session/log.js';
import type { Clock } from '../time/clock.js';
import type { DrivenAgent } from './agent-port.js';

export interface DrivenContext {
  readonly state: State;
  readonly run: RunState;
  readonly agent: DrivenAgent;
  readonly log: Log;
  readonly clock: Clock;
  readonly interruption: Interruption;
  readonly approver?: Approver | undefined;
  readonly emit: (event: LiveEvent) => void;
  readonly show?: ((event: ShownEvent) => void) | undefined;
  /** The workspace watched; nothing in a replay, whose log says what changed. */
  readonly surroundings?: WatchedWorkspace | undefined;
  /** Where links on the way of a path lead, where that is somewhere else; nothing in a replay, whose log says it. */
  readonly leadsTo?:
    | ((call: { readonly tool: string; readonly input: unknown }) => string | undefined)
    | undefined;
  /** The connections that the sandbox refused since this was asked last; nothing in a replay. */
  readonly refused?: (() => readonly RefusedConnection[]) | undefined;
  /** Findings of what is seen; nothing in a replay, whose log has them. */
  readonly note?: ((code: string, records: readonly number[], says: string) => void) | undefined;
}

export type StopCause = RecordBodies['turn.interrupted']['cause'];
