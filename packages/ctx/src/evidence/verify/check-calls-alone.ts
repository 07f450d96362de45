// The rules within a turn of an agent that ctx drove: its calls stand for themselves, and its answers hold words alone.

import type { RecordOf } from '../../protocol/records.js';
import type { Findings } from './findings.js';
import type { TurnCheck } from './run-check.js';

export function takeAlone(turn: TurnCheck, record: RecordOf<'model.responded'>, findings: Findings): void {
  if (turn.answer !== undefined && turn.answer.calls.all.length > 0)
    findings.add(
      'tool_call_not_asked',
      record.seq,
      'in a run of another agent, an answer must not contain calls',
    );
  turn.answer = undefined;
  turn.finish = record.finish;
}

export function closeAlone(
  turn: TurnCheck,
  { type, seq, call_id }: RecordOf<'tool.denied'> | RecordOf<'tool.returned'>,
  findings: Findings,
): void {
  turn.finish = undefined;
  if (turn.open.delete(call_id) === (type === 'tool.returned')) return;
  const says =
    type === 'tool.returned' ? `no call ${call_id} was open` : `the call ${call_id} had already started`;
  findings.add('return_without_request', seq, says);
}

export function checkAllReturned({ open }: TurnCheck, seq: number, findings: Findings): void {
  for (const call_id of open)
    findings.add(
      'tool_call_unreturned',
      seq,
      `the turn was closed while the call ${call_id} had not returned`,
    );
}
