// The fold within a turn: what each record of it changes in the conversation and in what is still owed. session/tally counts.

import type { Aside, RecordOf, SessionRecord } from '../protocol/records.js';
import { addMessage, announce, compact, copyOf, leaveOutTurn } from './conversation.js';
import { incoherent } from './incoherent.js';
import type { ToolResult } from './ports.js';
import type { ModelAnswer, PendingCall, RunState, TurnState } from './state.js';
import { wordsToModel } from './words-to-model.js';

export type TurnRecord = Exclude<
  SessionRecord,
  Aside | { readonly type: `session.${string}` | 'run.opened' | 'run.closed' | 'turn.opened' }
>;

export function advanceTurn(run: RunState, turn: TurnState, record: TurnRecord): void {
  switch (record.type) {
    case 'model.requested':
      run.calls = record.call;
      announce(run.conversation, record.request_digest ?? undefined);
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
      return;
    case 'tool.requested':
      owedCall(turn, record).dispatched = true;
      return;
    case 'tool.denied':
      closeCall(run, turn, record, wordsToModel.denied(record.tool, record.reason), true);
      return;
    case 'tool.returned':
      closeCall(run, turn, record, record.output, record.is_error);
      return;
    case 'approval.requested':
    case 'approval.given':
      takeApproval(run, turn, record);
      return;
    case 'sandbox.denied':
    case 'sandbox.noticed':
    case 'sandbox.served':
      return;
    case 'context.compacted':
      compact(run.conversation, record);
      return;
    case 'turn.interrupted':
    case 'usage.reported':
      return;
    case 'turn.closed':
      run.unfinished = undefined;
      if (record.result.stop_reason !== 'completed') {
        run.unfinished = { turn, conversation: copyOf(run.conversation) };
        leaveOutTurn(run.conversation, turn.checkpoint);
      }
      run.turns.add(record.result);
      run.turn = undefined;
      return;
  }
}

function takeAnswer(run: RunState, turn: TurnState, record: RecordOf<'model.responded'>): void {
  turn.attempts = 0;
  turn.retry_after_ms = undefined;
  turn.answer = answerOf(record);
  turn.output = turn.answer.text;
  addMessage(run.conversation, { role: 'assistant', content: record.content }, [record.seq]);
}

export function takeFailure(run: RunState, turn: TurnState, record: RecordOf<'model.failed'>): void {
  turn.attempts = record.attempt;
  turn.retry_after_ms = record.retry_after_ms;
  if (record.will_retry) return;
  const { failure, status, retryable, message } = record;
  run.failure = { failure, retryable, message, ...(status !== undefined && { status }) };
}

function answerOf(record: RecordOf<'model.responded'>): ModelAnswer {
  const calls: PendingCall[] = [];
  let text = '';
  for (const part of record.content) {
    if (part.type === 'text') text += part.text;
    else if (part.type !== 'reasoning')
      calls.push({ part, approval: undefined, dispatched: false, outcome: undefined });
  }
  return { call: record.call, finish: record.finish, text, calls, closed: 0 };
}

/** Of another agent's call there may be no answer of a model; nothing of ours follows from it. */
function takeApproval(
  run: RunState,
  turn: TurnState,
  record: RecordOf<'approval.requested'> | RecordOf<'approval.given'>,
): void {
  const isMeant = ({ part, dispatched, outcome }: PendingCall) =>
    part.call_id === record.call_id && !dispatched && outcome === undefined;
  const call = turn.answer?.calls.find(isMeant);
  if (call === undefined) return;
  if (record.type === 'approval.requested') {
    call.approval = { rule: record.rule, shown: record.shown };
    return;
  }
  if (call.approval === undefined) return;
  call.approval = { ...call.approval, given: record };
  const { rule } = call.approval;
  if (record.answer === 'allow' && record.scope !== 'once') run.approved.add(rule);
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
