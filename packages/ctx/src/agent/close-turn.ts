// The end of a turn: its result, in the log and on the disk; and what cut it short, where something did.

import type { StopReason, TurnResult } from '../protocol/records.js';
import { turnResult } from '../session/tally.js';
import { advance } from './advance.js';
import { keepAtEnd } from './keep-workspace.js';
import { noteOtherChanges } from './look-around.js';
import type { RunContext } from './run-context.js';
import type { TurnState } from './state.js';

export async function closeTurn(
  context: RunContext,
  turn: TurnState,
  stop_reason: StopReason,
  structured?: { readonly value: unknown },
): Promise<void> {
  await noteOtherChanges(context, 'turn');
  const result = {
    ...resultOf(turn, stop_reason),
    ...(structured && { structured_output: structured.value }),
  };
  await keepAtEnd(context, () => {
    advance(context.state, context.log.append('turn.closed', { result }));
  });
  context.log.sync();
  await context.log.settled();
}

/** `observed`: whether all that was in flight acknowledged the stop. */
export function interruptTurn(context: RunContext, observed: boolean): void {
  const cause = context.interruption.cause() ?? { cause: 'signal' };
  const body = { ...cause, cancel_observed: observed };
  advance(context.state, context.log.append('turn.interrupted', body));
}

/** Nothing is in flight when a budget stops a turn, so there is nobody to acknowledge it. */
export function stopForBudget(context: RunContext): void {
  const body = { cause: 'budget', cancel_observed: false } as const;
  advance(context.state, context.log.append('turn.interrupted', body));
}

function resultOf(turn: TurnState, stop_reason: StopReason): TurnResult {
  return {
    ...turnResult(turn, stop_reason, turn.tally),
    matched_commands: [...turn.matched.commands],
    matched_tools: [...turn.matched.tools],
  };
}
