// An answer that asks for nothing more: it completes the turn, unless it does not fit what was wanted.

import { advance } from './advance.js';
import { closeTurn } from './close-turn.js';
import type { RunContext } from './run-context.js';
import { schemaErrors } from './schema-check.js';
import type { ModelAnswer, TurnState } from './state.js';
import { wordsToModel } from './words-to-model.js';

const maxRepairs = 2;

export async function conclude(context: RunContext, turn: TurnState, answer: ModelAnswer): Promise<void> {
  const schema = context.run.settings.structured_output;
  const structured = schema === undefined ? undefined : await structuredOutput(schema, answer.text);
  if (structured !== undefined && structured.reasons.length > 0) {
    rejectOutput(context, turn, answer, structured.reasons);
    return;
  }
  const expected = isLastTurn(context, turn) ? context.model.leftOver?.() : undefined;
  if (expected === undefined) await closeTurn(context, turn, 'completed', structured);
  else logLeftOver(context, expected);
}

async function structuredOutput(schema: unknown, text: string) {
  try {
    const value: unknown = JSON.parse(text);
    return { value, reasons: await schemaErrors(schema, value) };
  } catch {
    return { value: undefined, reasons: ['the answer is not JSON'] };
  }
}

function rejectOutput(
  { state, log }: RunContext,
  turn: TurnState,
  answer: ModelAnswer,
  reasons: readonly string[],
): void {
  const will_repair = turn.rejections < maxRepairs;
  const reply = will_repair ? wordsToModel.outputRejected(reasons) : '';
  const body = { call: answer.call, reasons: [...reasons], will_repair, reply };
  advance(state, log.append('output.rejected', body));
}

function isLastTurn({ run, prompts }: RunContext, turn: TurnState): boolean {
  return turn.turn === prompts.length && run.turns.length === prompts.length - 1;
}

/** A model that expected more than it was asked has failed, and the log says so before the turn is closed. */
function logLeftOver({ state, run, log }: RunContext, message: string): void {
  const failed = { attempt: 1, failure: 'script', retryable: false, will_retry: false } as const;
  const body = { call: run.calls, ...failed, message };
  advance(state, log.append('model.failed', body));
}
