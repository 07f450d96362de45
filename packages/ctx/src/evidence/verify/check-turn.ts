// The rules within a turn: every call has its answer, every effect was asked for, no budget is passed in silence.

import type { Aside, RecordOf, SessionRecord } from '../../protocol/records.js';
import { count } from '../../session/tally.js';
import { checkApproval, unapproved } from './check-approval.js';
import { checkAllReturned, closeAlone, takeAlone } from './check-calls-alone.js';
import { checkTurnResult } from './check-results.js';
import type { Findings } from './findings.js';
import { type OwedCall, OwedCalls } from './owed-calls.js';
import { newTurnCheck, overspent, type RunCheck, type TurnCheck } from './run-check.js';

export type TurnRecord = Exclude<
  SessionRecord,
  Aside | { readonly type: `session.${string}` | 'run.opened' | 'run.closed' | 'turn.opened' }
>;

export function openTurn(run: RunCheck, record: RecordOf<'turn.opened'>, findings: Findings): void {
  const { seq, turn, prompt, redacted } = record;
  if (run.turn !== undefined) findings.add('turn_still_open', seq, `turn ${run.turn.turn} was not closed`);
  if (turn !== run.turns + 1)
    findings.add('turn_out_of_order', seq, `turn ${turn} follows turn ${run.turns}`);
  // A prompt may have been redacted by the secrets of another day.
  if (redacted === undefined && run.prompts !== undefined && run.prompts[turn - 1] !== prompt)
    findings.add('prompt_not_planned', seq, 'its prompt is not the planned one');
  count(run.tally, record);
  const most = run.settings.budget.max_turns ?? Infinity;
  if (run.tally.known.turns + run.earlier.turns > most)
    findings.add('budget_exceeded', seq, `the run has had its ${most} turns`);
  run.turn = newTurnCheck(turn, prompt, run.tally.turn);
  run.resumedSinceTurn = false;
  if (run.reopens === undefined || run.turns > 0) return;
  if (redacted === undefined && prompt !== run.reopens.prompt)
    findings.add('reopen_untrue', seq, 'its prompt is not that of the turn that it continues');
  // What that turn still owed, this one owes; a new process of a driven agent owes nothing.
  if (run.isDriven) return;
  run.turn.answer = run.reopens.answer;
  run.turn.output = run.reopens.output;
  for (const [call_id, asked] of run.reopens.approvals) run.turn.approvals.set(call_id, asked);
}

export function checkTurnRecord(
  run: RunCheck,
  turn: TurnCheck,
  record: TurnRecord,
  findings: Findings,
): void {
  const { seq } = record;
  const { stop } = turn.tally;
  // An agent that is driven goes on for a moment after it was told to stop, and what it does is told.
  if (stop !== undefined && !run.isDriven && !mayFollowStop(record))
    findings.add('turn_over', seq, `${record.type} comes after the end of the turn (${stop})`);
  switch (record.type) {
    case 'model.requested':
      checkRequest(run, turn, record, findings);
      return;
    case 'model.responded':
      checkAnswered(turn, record, findings);
      takeAnswer(turn, record);
      if (run.isDriven) takeAlone(turn, record, findings);
      return;
    case 'model.failed':
      // What a script still expected is a failure that nobody asked for.
      if (turn.asked !== undefined || record.failure !== 'script' || record.will_retry)
        checkAnswered(turn, record, findings);
      turn.asked = undefined;
      return;
    case 'output.rejected':
      turn.answer = undefined;
      return;
    case 'approval.requested':
    case 'approval.given':
      checkApproval(run, turn, record, findings);
      return;
    case 'tool.requested':
      checkDispatch(run, turn, record, findings);
      turn.requested.add(record.call_id);
      if (run.isDriven) turn.open.add(record.call_id);
      return;
    case 'usage.reported':
      if (!run.isDriven)
        findings.add('usage_untrue', seq, 'only an agent that ctx ran reports its own usage');
      return;
    case 'tool.denied':
    case 'tool.returned':
      if (run.isDriven) closeAlone(turn, record, findings);
      else if (run.showsAnswers || turn.answer !== undefined) closeCall(turn, record, findings);
      return;
    case 'sandbox.denied':
    case 'sandbox.noticed':
    case 'sandbox.served':
      if (run.showsAnswers && turn.answer?.calls.isUnderWay(record.call_id) !== true)
        findings.add('return_without_request', seq, `no call ${record.call_id} was open`);
      return;
    case 'context.compacted':
      return;
    case 'turn.interrupted':
      turn.asked = undefined;
      return;
    case 'turn.closed':
      checkPaired(turn, seq, 'the turn was closed', findings);
      if (run.isDriven) checkAllReturned(turn, seq, findings);
      checkTurnResult(run, turn, record, findings);
  }
}

/** What was under way may still come back, and an answer cut short is followed by what cut it. */
function mayFollowStop({ type }: TurnRecord): boolean {
  return (
    type === 'turn.closed' ||
    type === 'tool.returned' ||
    type === 'turn.interrupted' ||
    type === 'approval.given' ||
    type.startsWith('sandbox.')
  );
}

function checkRequest(
  run: RunCheck,
  turn: TurnCheck,
  record: RecordOf<'model.requested'>,
  findings: Findings,
): void {
  const { seq, call } = record;
  checkPaired(turn, seq, 'the model was asked again', findings, run.resumedSinceAsking);
  if (call !== run.calls + 1)
    findings.add('model_call_out_of_order', seq, `call ${call} follows call ${run.calls}`);
  if (record.messages.some(({ from }) => from.some((source) => source >= seq)))
    findings.add('message_from_nowhere', seq, 'a message of the request refers to a later record');
  const most = run.settings.budget.max_model_calls_per_turn;
  if (turn.tally.model_calls >= most)
    findings.add('budget_exceeded', seq, `the turn has had its ${most} model calls`);
  checkMoney(run, seq, findings);
  run.calls = call;
  run.resumedSinceAsking = false;
  turn.asked = call;
  turn.answer = undefined;
}

function checkMoney(run: RunCheck, seq: number, findings: Findings): void {
  const over = overspent(run);
  if (over !== undefined) findings.add('budget_exceeded', seq, `the run continued after it had used ${over}`);
}

/** Nothing may be owed any more when the next thing happens. */
function checkPaired(turn: TurnCheck, seq: number, next: string, findings: Findings, crashed = false): void {
  if (turn.asked !== undefined && !crashed)
    findings.add('model_call_unanswered', seq, `${next} while model call ${turn.asked} had no answer`);
  const calls = turn.answer?.calls.all ?? [];
  const open = calls.find(({ state }) => state === 'requested');
  const owed = turn.tally.stop === undefined && turn.answer?.finish === 'tool_calls' ? calls : [];
  const missing = open ?? owed.find(({ state }) => state === 'owed');
  if (missing !== undefined)
    findings.add('tool_call_unreturned', seq, `${next} while the call ${missing.call_id} had not returned`);
}

function checkAnswered(
  turn: TurnCheck,
  { seq, call }: RecordOf<'model.responded'> | RecordOf<'model.failed'>,
  findings: Findings,
): void {
  if (turn.asked === undefined) findings.add('answer_without_request', seq, 'no model call was open');
  else if (turn.asked !== call)
    findings.add('answer_without_request', seq, `it answers call ${call}, but call ${turn.asked} was open`);
}

function takeAnswer(turn: TurnCheck, record: RecordOf<'model.responded'>): void {
  turn.asked = undefined;
  const calls: OwedCall[] = [];
  turn.output = '';
  for (const part of record.content) {
    if (part.type === 'text') turn.output += part.text;
    else if (part.type === 'tool_call')
      calls.push({
        call_id: part.call_id,
        tool: part.tool,
        input: JSON.stringify(part.input),
        state: 'owed',
      });
    else if (part.type === 'malformed_call')
      calls.push({ call_id: part.call_id, tool: part.tool, input: undefined, state: 'owed' });
  }
  turn.answer = { calls: new OwedCalls(calls), finish: record.finish };
}

function checkDispatch(
  run: RunCheck,
  turn: TurnCheck,
  { seq, call_id, tool, input, enforcement }: RecordOf<'tool.requested'>,
  findings: Findings,
): void {
  // Both were read from canonical text, so equal values are written alike.
  const call = turn.answer?.calls.owed(call_id);
  const isAsked = call?.tool === tool && call.input === JSON.stringify(input);
  if (run.showsAnswers && !isAsked)
    findings.add('tool_call_not_asked', seq, `the model did not request this call of ${tool}`);
  if (call !== undefined) call.state = 'requested';
  const problem = unapproved(run, turn.approvals.get(call_id), tool);
  if (problem !== undefined) findings.add('approval_untrue', seq, problem);
  turn.approvals.delete(call_id);
  if (run.pool?.has(tool) === false) findings.add('tool_outside_pool', seq, `the run did not offer ${tool}`);
  // What nobody asked ctx about, no budget of ctx could keep from being made.
  if (run.isDriven && enforcement === 'none') return;
  const most = run.settings.budget.max_tool_calls ?? Infinity;
  if (run.tally.known.tool_calls + run.earlier.tool_calls >= most)
    findings.add('budget_exceeded', seq, `the run has had its ${most} tool calls`);
  checkMoney(run, seq, findings);
}

function closeCall(
  turn: TurnCheck,
  record: RecordOf<'tool.denied'> | RecordOf<'tool.returned'>,
  findings: Findings,
): void {
  const { type, seq, call_id } = record;
  const calls = turn.answer?.calls;
  const call = type === 'tool.denied' ? calls?.owed(call_id) : calls?.returning(call_id);
  if (calls === undefined || call === undefined) {
    findings.add('return_without_request', seq, `no call ${call_id} was open`);
    return;
  }
  calls.close(call);
  if (calls.areClosed) turn.answer = undefined;
}
