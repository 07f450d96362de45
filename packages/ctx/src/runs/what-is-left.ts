// What a session still has to do when somebody resumes it: the run that a crash left, the prompt that a run did not come to
// an end with, the runs that were never begun.

import { type SessionState, unfinishedRuns } from '../agent/session-state.js';
import { openRunOf, type RunState } from '../agent/state.js';
import type { PlannedRun, StopReason } from '../protocol/records.js';

/** A run that stopped for one of these can go on: with time, with money, with a model that is back. */
const passing: ReadonlySet<StopReason> = new Set([
  'timeout',
  'cancelled',
  'max_budget_reached',
  'max_turns_reached',
  'max_iterations_reached',
  'model_error',
]);

export interface WhatIsLeft {
  /** Planned before: the open run first. */
  readonly planned: readonly PlannedRun[];
  /** A new run that goes on with what the last one left; nothing where that has a new task, or came to its end. */
  readonly reopened: PlannedRun | undefined;
  /** A run of another agent that a crash left: whoever conducted it is gone, so it has to be ended as it is. */
  readonly cutOff?: { readonly run: RunState; readonly prompts: readonly string[] };
}

export function whatIsLeft(state: SessionState, hasTask: boolean): WhatIsLeft {
  const open = openRunOf(state.runs);
  if (open !== undefined && open.agent !== 'ctx') {
    const { prompts = [] } = state.planned.find(({ run_id }) => run_id === open.run_id) ?? {};
    return {
      planned: unfinishedRuns(state).filter(({ run_id }) => run_id !== open.run_id),
      reopened: hasTask ? undefined : cutOffAgain(state, open, prompts),
      cutOff: { run: open, prompts },
    };
  }
  const planned = unfinishedRuns(state).map((run) =>
    run.run_id === open?.run_id ? { ...run, settings: open.settings } : run,
  );
  const last = state.runs.run;
  if (hasTask || open !== undefined || last === undefined) return { planned, reopened: undefined };
  const driven = lastDriven(state);
  return { planned, reopened: driven === undefined ? reopenedRun(state, last) : drivenAgain(state, driven) };
}

/** The last run, where another agent did it; what its transcript told afterwards does not count. */
function lastDriven({ planned, opened, retelling }: SessionState): PlannedRun | undefined {
  const last = planned.findLast(({ run_id }) => opened.has(run_id) && !retelling.has(run_id));
  return last?.settings.agent === undefined ? undefined : last;
}

/** The prompts that a run of another agent did not come to the end of when it was cut off. */
function cutOffAgain(
  state: SessionState,
  { run_id, turn, turns, settings }: RunState,
  prompts: readonly string[],
): PlannedRun | undefined {
  const last = turns.all.at(-1)?.stop_reason ?? 'completed';
  const isStopped = turn === undefined && last !== 'completed';
  if (isStopped && !passing.has(last)) return undefined;
  const left = prompts.slice(isStopped ? turns.length - 1 : turns.length);
  if (left.length === 0) return undefined;
  const again = { run_id: nextRunId(state), prompts: left, settings, continues: run_id };
  return turn !== undefined || isStopped ? { ...again, reopens: true } : again;
}

/** What is left of the last run, by its settings and how it ended. */
export function lastDone(
  state: SessionState,
): Pick<RunState, 'run_id' | 'settings' | 'stop_reason'> | undefined {
  const driven = lastDriven(state);
  if (driven === undefined) return state.runs.run;
  const { run_id, settings } = driven;
  const open = openRunOf(state.runs);
  const stop =
    open === undefined ? state.closed.get(run_id)?.stop_reason : open.turns.all.at(-1)?.stop_reason;
  return { run_id, settings, stop_reason: stop };
}

/** What another agent holds in its own memory, ctx cannot hand it again: the prompt begins a conversation of its own. */
function drivenAgain(state: SessionState, { run_id, prompts, settings }: PlannedRun): PlannedRun | undefined {
  const { stop_reason, turns = 0 } = state.closed.get(run_id) ?? {};
  if (stop_reason === undefined || !passing.has(stop_reason)) return undefined;
  const left = prompts.slice(stop_reason === 'max_turns_reached' ? turns : Math.max(0, turns - 1));
  return left.length === 0 ? undefined : { run_id: nextRunId(state), prompts: left, settings };
}

function reopenedRun(state: SessionState, last: RunState): PlannedRun | undefined {
  const { run_id, stop_reason, unfinished, turns, settings } = last;
  if (stop_reason === undefined || !passing.has(stop_reason)) return undefined;
  const planned = state.planned.find((run) => run.run_id === run_id);
  const prompts = planned?.prompts.slice(turns.length - (unfinished === undefined ? 0 : 1)) ?? [];
  if (prompts.length === 0) return undefined;
  return {
    run_id: nextRunId(state),
    prompts,
    settings,
    continues: run_id,
    ...(unfinished !== undefined && { reopens: true as const }),
  };
}

/** A new run that goes on with the conversation and the settings of the last one, when all that is left is done. An agent's begins anew. */
export function runFor(task: string, state: SessionState, left: readonly PlannedRun[]): PlannedRun {
  const driven = left.at(-1) ?? lastDriven(state);
  if (driven?.settings.agent !== undefined)
    return { run_id: nextRunId(state), prompts: [task], settings: driven.settings };
  const last = left.at(-1) ?? state.runs.run;
  if (last === undefined) throw new TypeError('a session has at least one run');
  return { run_id: nextRunId(state), prompts: [task], settings: last.settings, continues: last.run_id };
}

export function nextRunId(state: SessionState): string {
  const taken = new Set(state.planned.map(({ run_id }) => run_id));
  let number = taken.size + 1;
  while (taken.has(`run-${number}`)) number++;
  return `run-${number}`;
}
