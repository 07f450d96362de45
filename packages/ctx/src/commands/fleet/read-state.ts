// A fleet's log, folded, for whoever only looks at it.

import { lockOwner } from '../../disk/lock.js';
import { advanceFleet, type FleetState, newFleetState } from '../../store/fleet-state.js';
import { rowsOf, summaryOf } from '../../store/fleet-summary.js';
import { readFleet, soundFleet } from '../../store/read-fleet.js';
import { type FleetAnswer, plainAnswer } from './fleet-answer.js';

export interface ReadState {
  readonly state: FleetState;
  readonly head: string;
}

export function readState(path: string): ReadState {
  const state = newFleetState();
  const reading = readFleet(path, (record) => advanceFleet(state, record));
  return { state, head: soundFleet(reading, path).hash };
}

export function isConducted(path: string): boolean {
  return lockOwner(`${path}.lock`) !== undefined;
}

export function lookAt(path: string): FleetAnswer {
  const { state, head } = readState(path);
  return toldOf(state, { path, head, isRunning: isConducted(path), warnings: [] });
}

export function toldOf(
  state: FleetState,
  facts: {
    readonly path: string;
    readonly head: string;
    readonly isRunning: boolean;
    readonly warnings: readonly string[];
  },
): FleetAnswer {
  const { path, head, isRunning, warnings } = facts;
  return plainAnswer({
    ...summaryOf(state, isRunning),
    path,
    chain_head: head,
    sessions: rowsOf(state),
    warnings,
  });
}
