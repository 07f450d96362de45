// Where a whole session stands: a fold over its records, around the fold of its last run.

import type { PlannedRun, SessionRecord, StopReason } from '../protocol/records.js';
import { advance } from './advance.js';
import { newState, openRunOf, type State } from './state.js';

export interface SessionState {
  session_id: string;
  /** Every run that the session was given, in order. */
  readonly planned: PlannedRun[];
  readonly opened: Set<string>;
  /** Runs that only tell again what another run did: a transcript's. Nobody goes on with them. */
  readonly retelling: Set<string>;
  /** How runs ended, and after how many turns. */
  readonly closed: Map<string, { readonly stop_reason: StopReason; readonly turns: number }>;
  /** The last session of each agent that ctx drove, as the agent calls it, and where it worked. */
  readonly conversations: Map<string, { readonly session: string; readonly folder: string }>;
  /** Where it was moved to, and did not come back from. */
  movedTo: string | undefined;
  readonly runs: State;
}

export function newSessionState(): SessionState {
  return {
    session_id: '',
    planned: [],
    opened: new Set(),
    retelling: new Set(),
    closed: new Map(),
    conversations: new Map(),
    movedTo: undefined,
    runs: newState(),
  };
}

export function advanceSession(state: SessionState, record: SessionRecord): void {
  if (record.type === 'session.opened') state.session_id = record.session_id;
  if (record.type === 'session.opened' || record.type === 'session.appended')
    state.planned.push(...record.runs);
  if (record.type === 'session.moved') state.movedTo = record.way === 'out' ? record.peer : undefined;
  if (record.type === 'run.opened') {
    state.opened.add(record.run_id);
    if (record.capture.model === 'imported') state.retelling.add(record.run_id);
    const { name, session_id: session, folder } = record.agent;
    if (record.capture.model === 'driven' && session !== undefined && folder !== undefined)
      state.conversations.set(name, { session, folder });
  }
  if (record.type === 'run.closed') {
    const { run_id, stop_reason, totals } = record;
    state.closed.set(run_id, { stop_reason, turns: totals.turns });
  }
  advance(state.runs, record);
}

/** The run that is open, then those that were never opened. */
export function unfinishedRuns(state: SessionState): PlannedRun[] {
  const open = openRunOf(state.runs)?.run_id;
  return state.planned.filter(({ run_id }) => run_id === open || !state.opened.has(run_id));
}
