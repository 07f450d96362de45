// What comes next: a function of the state and of what the run was given. It does nothing by itself.

import type { Approver } from '../approve/question.js';
import { answered, askingRules } from '../policy/policy.js';
import type { Policy, RecordOf, StopReason } from '../protocol/records.js';
import { tokensOfText } from '../text/token-estimate.js';
import { isOverspent, modelCallsLeft, reserve, toolCallsLeft, turnsLeft } from './budget.js';
import { type Compaction, contextLimit, planCompaction } from './compaction.js';
import { tokensOf } from './conversation.js';
import type { Denial, Model, Tool } from './ports.js';
import type { ModelAnswer, PendingCall, RunState, TurnState } from './state.js';
import { findCallable, type Pool } from './tools/pool.js';
import { wordsToModel } from './words-to-model.js';

export interface Given {
  readonly prompts: readonly string[];
  readonly pool: Pool;
  readonly model: Pick<Model, 'price' | 'contextTokens'>;
  readonly approver?: Pick<Approver, 'via'> | undefined;
}

export interface Dispatch {
  readonly call: PendingCall;
  readonly tool: Tool;
  readonly input: unknown;
  /** That of the run, less what was answered. */
  readonly policy: Policy;
}

export type Step =
  | { readonly do: 'open_turn'; readonly turn: number; readonly prompt: string }
  | { readonly do: 'compact'; readonly compaction: Compaction }
  | { readonly do: 'ask'; readonly max_output_tokens: number | undefined }
  | { readonly do: 'conclude'; readonly answer: ModelAnswer; readonly turn: TurnState }
  | { readonly do: 'close_interrupted_calls'; readonly calls: readonly PendingCall[] }
  | { readonly do: 'answer_malformed_call'; readonly call: PendingCall }
  | { readonly do: 'deny'; readonly call: PendingCall; readonly rule: string; readonly reason: string }
  | {
      readonly do: 'ask_approval';
      readonly call: PendingCall;
      readonly tool: Tool;
      readonly input: unknown;
      readonly rule: string;
    }
  | { readonly do: 'dispatch'; readonly dispatches: readonly Dispatch[] }
  | { readonly do: 'stop_for_budget' }
  | { readonly do: 'close_turn'; readonly turn: TurnState; readonly stop_reason: StopReason }
  | { readonly do: 'close_run'; readonly stop_reason: StopReason }
  | { readonly do: 'end' };

/** How many calls run side by side at most. */
const sideBySide = 16;

export function decide(run: RunState, given: Given): Step {
  if (run.stop_reason !== undefined) return { do: 'end' };
  return run.turn === undefined ? betweenTurns(run, given) : withinTurn(run, run.turn, given);
}

function betweenTurns(run: RunState, given: Given): Step {
  const last = run.turns.last?.stop_reason ?? 'completed';
  const prompt = given.prompts[run.turns.length];
  if (last !== 'completed' || prompt === undefined) return { do: 'close_run', stop_reason: last };
  if (turnsLeft(run) < 1) return { do: 'close_run', stop_reason: 'max_turns_reached' };
  return { do: 'open_turn', turn: run.turns.length + 1, prompt };
}

function withinTurn(run: RunState, turn: TurnState, given: Given): Step {
  const interrupted = interruptedCalls(turn);
  if (interrupted.length > 0) return { do: 'close_interrupted_calls', calls: interrupted };
  const { stop } = turn.tally;
  if (stop !== undefined) return { do: 'close_turn', turn, stop_reason: stop };
  if (isOverspent(run)) return { do: 'stop_for_budget' };
  return turn.answer === undefined
    ? beforeCall(run, turn, given)
    : afterAnswer(run, turn, turn.answer, given);
}

/** The loop closes what it dispatched before it decides again: a call that is open here was cut off by a crash. */
function interruptedCalls(turn: TurnState): readonly PendingCall[] {
  const calls: PendingCall[] = [];
  if (turn.answer === undefined) return calls;
  for (let index = turn.answer.closed; index < turn.answer.calls.length; index++) {
    const call = turn.answer.calls[index];
    if (call === undefined || !call.dispatched) break;
    if (call.outcome === undefined) calls.push(call);
  }
  return calls;
}

function beforeCall(run: RunState, turn: TurnState, given: Given): Step {
  if (modelCallsLeft(run) < 1) return { do: 'close_turn', turn, stop_reason: 'max_iterations_reached' };
  const fixed = tokensOfText(run.settings.system ?? '') + given.pool.tokens;
  const limit = contextLimit(run, given.model);
  if (fixed + tokensOf(run.conversation) > limit) {
    const compaction = planCompaction(run.conversation, fixed, limit);
    return compaction === undefined ? { do: 'stop_for_budget' } : { do: 'compact', compaction };
  }
  const reservation = reserve(run, fixed + tokensOf(run.conversation), given.model.price);
  if (!reservation.fits) return { do: 'stop_for_budget' };
  return { do: 'ask', max_output_tokens: reservation.max_output_tokens };
}

function afterAnswer(run: RunState, turn: TurnState, answer: ModelAnswer, given: Given): Step {
  if (answer.finish === 'content_filter' || answer.finish === 'length') {
    return { do: 'close_turn', turn, stop_reason: answer.finish };
  }
  const call = answer.calls[answer.closed];
  if (call === undefined) return { do: 'conclude', answer, turn };
  if (call.part.type === 'malformed_call') return { do: 'answer_malformed_call', call };
  const { tool: name, input } = call.part;
  const policy = answered(given.pool.policy, run.approved);
  const found = findCallable(given.pool, name, input, policy);
  if ('tool' in found) {
    if (toolCallsLeft(run) < 1) return { do: 'stop_for_budget' };
    const first = { call, tool: found.tool, input, policy };
    return {
      do: 'dispatch',
      dispatches: found.tool.readOnly ? batch(run, answer, first, given.pool) : [first],
    };
  }
  const { rule, reason, asked } = found;
  const word = call.approval?.given;
  if (asked === undefined) return { do: 'deny', call, rule, reason };
  return word === undefined
    ? askOrDeny(run, { call, tool: asked, input, rule, reason }, given)
    : asAnswered(run, { call, tool: asked, input, policy }, word);
}

/** Nobody is asked about a call that there is no budget for. */
function askOrDeny(
  run: RunState,
  { reason, ...asked }: Omit<Dispatch, 'policy'> & Denial,
  { approver }: Given,
): Step {
  if (approver?.via(asked.rule) === undefined)
    return { do: 'deny', call: asked.call, rule: asked.rule, reason };
  if (toolCallsLeft(run) < 1) return { do: 'stop_for_budget' };
  return { do: 'ask_approval', ...asked };
}

/** One answer is about the call as it was shown, whichever rules asked. Where links lead to something else, those ask on. */
function asAnswered(run: RunState, dispatch: Dispatch, given: RecordOf<'approval.given'>): Step {
  const { call, tool, input, policy } = dispatch;
  if (given.answer === 'deny') {
    const rule = call.approval?.rule ?? '';
    return { do: 'deny', call, rule, reason: wordsToModel.refused(rule, given) };
  }
  if (toolCallsLeft(run) < 1) return { do: 'stop_for_budget' };
  const allowing = answered(policy, askingRules(policy, tool, input));
  return { do: 'dispatch', dispatches: [{ ...dispatch, policy: allowing }] };
}

/** The calls after the first that may run beside it: read-only, allowed, and within the budget. */
function batch(run: RunState, answer: ModelAnswer, first: Dispatch, pool: Pool): readonly Dispatch[] {
  const dispatches = [first];
  const most = Math.min(sideBySide, toolCallsLeft(run));
  for (const call of answer.calls.slice(answer.closed + 1, answer.closed + most)) {
    if (call.part.type === 'malformed_call') break;
    const { tool: name, input } = call.part;
    const found = findCallable(pool, name, input, first.policy);
    if (!('tool' in found) || !found.tool.readOnly) break;
    dispatches.push({ call, tool: found.tool, input, policy: first.policy });
  }
  return dispatches;
}
