// What the steps of a driven run share: what every run has, and the agent that conducts it.

import type { RefusedConnection } from '../agent/ports.js';
import type { RunPorts } from '../agent/run-context.js';
import type { RecordBodies } from '../protocol/records.js';
import type { DrivenAgent } from './agent-port.js';
import type { linkReader } from './leads-to.js';

export interface DrivenContext extends RunPorts {
  readonly agent: DrivenAgent;
  /** Where links on the way of a path lead, where that is somewhere else; nothing in a replay, whose log says it. */
  readonly leadsTo?: ReturnType<typeof linkReader> | undefined;
  /** The connections that the sandbox refused since this was asked last; nothing in a replay. */
  readonly refused?: (() => readonly RefusedConnection[]) | undefined;
  /** Findings of what is seen; nothing in a replay, whose log has them. */
  readonly note?: ((code: string, records: readonly number[], says: string) => void) | undefined;
}

export type StopCause = RecordBodies['turn.interrupted']['cause'];
