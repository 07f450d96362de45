// Where a whole session stands: a fold over its records, around the fold of its last run.

import type { PlannedRun, SessionRecord } from '../protocol/records.js';
import { advance } from './advance.js';
import { newState, openRunOf, type State } from './state.js';

export interface SessionState {
  session_id: string;
  /** Every run that the session was given, in order. */
  readonly planned: PlannedRun[];
  readonly opened: Set<string>;
  /** Where it was moved to, and did not come back from. */
  movedTo: string | undefined;
  readonly runs: State;
}

export function newSessionState(): SessionState {
  return { session_id: '', planned: [], opened: new Set(), movedTo: undefined, runs: newState() };
}

export function advanceSession(state: SessionState, record: SessionRecord): void {
  if (record.type === 'session.opened') state.session_id = record.session_id;
  if (record.type === 'session.opened' || record.type === 'session.appended')
    state.planned.push(...record.runs);
  if (record.type === 'session.moved') state.movedTo = record.way === 'out' ? record.peer : undefined;
  if (record.type === 'run.opened') state.opened.add(record.run_id);
  advance(state.runs, record);
}

/** The run that is open, then those that were never opened. */
export function unfinishedRuns(state: SessionState): PlannedRun[] {
  const open = openRunOf(state.runs)?.run_id;
  return state.planned.filter(({ run_id }) => run_id === open || !state.opened.has(run_id));
}
