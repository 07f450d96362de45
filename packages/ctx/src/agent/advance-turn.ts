// The fold within a turn: what each record of it changes in the conversation, the totals and what is still owed.

import type { RecordOf, SessionRecord } from '../protocol/records.js';
import { addMessage, announce, compact, leaveOutTurn } from './conversation.js';
import { incoherent } from './incoherent.js';
import type { ToolResult } from './ports.js';
import type { Answer, PendingCall, RunState, TurnState } from './state.js';
import { told } from './told.js';

type TurnRecord = Exclude<
  SessionRecord,
  { readonly type: `session.${string}` | 'run.opened' | 'run.closed' | 'turn.opened' }
>;

export function advanceTurn(run: RunState, turn: TurnState, record: TurnRecord): void {
  switch (record.type) {
    case 'model.requested':
      run.calls = record.call;
      turn.asked = record.call;
      announce(run.conversation, record.request_digest);
      return;
    case 'model.responded':
      takeAnswer(run, turn, record);
      return;
    case 'model.failed':
      takeFailure(run, turn, record);
      return;
    case 'output.rejected':
      turn.rejections += 1;
      turn.answer = undefined;
      if (record.will_repair)
        addMessage(run.conversation, { role: 'user', text: record.reply }, [record.seq]);
      else turn.stop = 'output_invalid';
      return;
    case 'tool.requested':
      owedCall(turn, record).dispatched = true;
      turn.tool_calls += 1;
      run.totals.tool_calls += 1;
      return;
    case 'tool.denied':
      countDenial(run, turn, record.tool, record.reason);
      closeCall(run, turn, record, told.denied(record.tool, record.reason), true);
      return;
    case 'tool.returned':
      if (record.denied !== undefined) countDenial(run, turn, record.tool, record.denied.reason);
      closeCall(run, turn, record, record.output, record.is_error);
      return;
    case 'context.compacted':
      compact(run.conversation, record);
      turn.compactions += 1;
      turn.turns_dropped += record.turns_dropped;
      return;
    case 'turn.interrupted':
      countCall(run, turn);
      turn.cancel_observed = record.cancel_observed;
      turn.stop = stopBy[record.cause];
      return;
    case 'turn.closed':
      if (record.result.stop_reason !== 'completed') leaveOutTurn(run.conversation, turn.checkpoint);
      run.turns.push(record.result);
      run.turn = undefined;
      return;
  }
}

function countDenial(run: RunState, turn: TurnState, tool_name: string, reason: string): void {
  turn.denials.push({ tool_name, reason });
  if (run.settings.policy.on_deny === 'stop') turn.stop = 'tool_denied';
}

const stopBy = { timeout: 'timeout', signal: 'cancelled', budget: 'max_budget_reached' } as const;

function takeAnswer(run: RunState, turn: TurnState, record: RecordOf<'model.responded'>): void {
  countCall(run, turn);
  const { input_tokens, output_tokens } = record.usage;
  turn.spent.input_tokens += input_tokens;
  turn.spent.output_tokens += output_tokens;
  turn.spent.cost_microusd += record.cost_microusd;
  run.totals.input_tokens += input_tokens;
  run.totals.output_tokens += output_tokens;
  run.totals.cost_microusd += record.cost_microusd;
  run.answers += 1;
  turn.attempts = 0;
  turn.retry_after_ms = undefined;
  turn.answer = answerOf(record);
  turn.output = turn.answer.text;
  addMessage(run.conversation, { role: 'assistant', content: record.content }, [record.seq]);
}

/** A failure that nobody had asked for is what the model still expected after its last answer: no call of its own. */
function takeFailure(run: RunState, turn: TurnState, record: RecordOf<'model.failed'>): void {
  if (turn.asked !== undefined) run.answers += 1;
  countCall(run, turn);
  turn.attempts = record.attempt;
  turn.retry_after_ms = record.retry_after_ms;
  if (record.will_retry) return;
  const { failure, status, message } = record;
  run.failure = { failure, message, ...(status !== undefined && { status }) };
  turn.stop = 'model_error';
}

/** A call counts when it ends. One that a crash cut off is made again, and only the second one counts. */
function countCall(run: RunState, turn: TurnState): void {
  if (turn.asked === undefined) return;
  turn.asked = undefined;
  turn.model_calls += 1;
  run.totals.model_calls += 1;
}

function answerOf(record: RecordOf<'model.responded'>): Answer {
  const calls: PendingCall[] = [];
  let text = '';
  for (const part of record.content) {
    if (part.type === 'text') text += part.text;
    else if (part.type !== 'reasoning') calls.push({ part, dispatched: false, outcome: undefined });
  }
  return { call: record.call, finish: record.finish, text, calls, closed: 0 };
}

type CallRecord = RecordOf<'tool.requested'> | RecordOf<'tool.denied'> | RecordOf<'tool.returned'>;

/** The first call of that id that the record can be about: models have been seen to use an id twice. */
function owedCall(turn: TurnState, record: CallRecord): PendingCall {
  const { calls, closed } = turn.answer ?? { calls: [], closed: 0 };
  const starts = record.type === 'tool.requested';
  for (let index = closed; index < calls.length; index++) {
    const call = calls[index];
    if (call?.part.call_id !== record.call_id || call.outcome !== undefined) continue;
    if (!(starts && call.dispatched)) return call;
  }
  throw incoherent(record, `no call ${record.call_id} is open`);
}

function closeCall(
  run: RunState,
  turn: TurnState,
  record: RecordOf<'tool.denied'> | RecordOf<'tool.returned'>,
  output: string,
  is_error: boolean,
): void {
  const { call_id, tool, seq } = record;
  owedCall(turn, record).outcome = { seq, result: { call_id, tool, output, is_error } };
  const answer = turn.answer;
  if (answer === undefined) return;
  while (answer.calls[answer.closed]?.outcome !== undefined) answer.closed += 1;
  if (answer.closed < answer.calls.length) return;
  const results: ToolResult[] = [];
  const from: number[] = [];
  for (const { outcome } of answer.calls) {
    if (outcome === undefined) continue;
    results.push(outcome.result);
    from.push(outcome.seq);
  }
  addMessage(run.conversation, { role: 'tool', results }, from);
  turn.answer = undefined;
}
