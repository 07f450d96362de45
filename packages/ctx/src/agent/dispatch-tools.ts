// Tool calls: each in the log before it runs and after it ran, in the order in which the model asked for them.

import { advance } from './advance.js';
import { interruptTurn } from './close-turn.js';
import type { Dispatch } from './decide.js';
import { type Outcome, type Signals, settleInFlight } from './in-flight.js';
import { keepAfter, keepBefore } from './keep-workspace.js';
import { lookAfter, lookBefore } from './look-around.js';
import type { ToolOutcome } from './ports.js';
import type { RunContext } from './run-context.js';
import { asApproved } from './shown-preview.js';
import type { PendingCall } from './state.js';
import { runTool } from './tools/run-tool.js';
import { truncate } from './truncate.js';
import { wordsToModel } from './words-to-model.js';

export async function dispatchTools(context: RunContext, dispatches: readonly Dispatch[]): Promise<void> {
  if (context.interruption.cause() !== undefined) {
    interruptTurn(context, true);
    return;
  }
  await lookBefore(context, dispatches);
  await keepBefore(context, dispatches);
  for (const { call, input } of dispatches) {
    const { call_id, tool } = call.part;
    advance(context.state, context.log.append('tool.requested', { call_id, tool, input }));
  }
  await context.log.settled();
  const works = dispatches.map((dispatch) => (signals: Signals) => runShown(context, dispatch, signals));
  const outcomes = await settleInFlight(works, context.interruption.signal, context.clock.alarm);
  await lookAfter(context, dispatches, (index) => isDone(outcomes[index]));
  await keepAfter(context, dispatches, () => {
    for (const [index, { call }] of dispatches.entries())
      logOutcome(context, call, outcomes[index] ?? { kind: 'abandoned' });
  });
  if (outcomes.some((outcome) => outcome.kind !== 'done')) {
    interruptTurn(
      context,
      outcomes.every((outcome) => outcome.kind !== 'abandoned'),
    );
  }
}

function isDone(outcome: Outcome<ToolOutcome> | undefined): boolean {
  return outcome?.kind === 'done' && !outcome.value.is_error;
}

/** What it prints is shown without secrets: what may become one waits for the rest of it. */
async function runShown({ show, log }: RunContext, dispatch: Dispatch, signals: Signals) {
  const isApproved = asApproved(log, dispatch.call.approval);
  if (show === undefined) return runTool(dispatch, dispatch.policy, signals, undefined, isApproved);
  const { call_id } = dispatch.call.part;
  const clean = log.redactStream();
  const tell = (text: string) => {
    if (text !== '') show({ type: 'tool.output', call_id, text });
  };
  const onOutput = (text: string) => tell(clean.push(text));
  const outcome = await runTool(dispatch, dispatch.policy, signals, onOutput, isApproved);
  show({ type: 'tool.settled', call_id });
  return outcome;
}

/** Calls that were under way when the process died: nobody knows what they did, and they are not made again. */
export function closeInterruptedCalls(context: RunContext, calls: readonly PendingCall[]): void {
  for (const call of calls) logOutcome(context, call, { kind: 'abandoned' });
}

export function answerMalformedCall({ state, log }: RunContext, { part }: PendingCall): void {
  const { call_id, tool } = part;
  const output = wordsToModel.malformed(tool);
  advance(state, log.append('tool.returned', { call_id, tool, output, is_error: true }));
}

export function denyCall(
  { state, log }: RunContext,
  { part }: PendingCall,
  rule: string,
  reason: string,
): void {
  const input = part.type === 'tool_call' ? part.input : part.input_text;
  const { call_id, tool } = part;
  advance(state, log.append('tool.denied', { call_id, tool, input, rule, reason }));
}

function logOutcome(context: RunContext, { part }: PendingCall, outcome: Outcome<ToolOutcome>): void {
  const { call_id, tool } = part;
  const value = outcome.kind === 'abandoned' ? undefined : outcome.value;
  for (const refused of value?.refused ?? [])
    advance(context.state, context.log.append('sandbox.denied', { call_id, ...refused }));
  for (const served of value?.served ?? [])
    advance(context.state, context.log.append('sandbox.served', { call_id, ...served }));
  const appeared = [...(value?.appeared ?? [])];
  if (appeared.length > 0)
    advance(context.state, context.log.append('sandbox.noticed', { call_id, appeared }));
  const { output, bytes_seen } = value ?? { output: wordsToModel.interrupted(), bytes_seen: undefined };
  const redacted = context.log.redact(output.toWellFormed());
  const { text, truncated } = truncate(redacted.text, bytes_seen);
  const denied = value?.denied;
  const body = {
    call_id,
    tool,
    output: text,
    is_error: value?.is_error ?? true,
    ...(value?.exit_code !== undefined && { exit_code: value.exit_code }),
    ...(truncated && { truncated }),
    ...(denied && { denied: { rule: denied.rule, reason: denied.reason } }),
    ...(outcome.kind !== 'done' && { interrupted: true as const }),
  };
  advance(context.state, context.log.append('tool.returned', body, redacted.count));
}
