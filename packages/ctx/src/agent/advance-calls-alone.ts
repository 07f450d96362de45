// The fold within a turn of another agent that tells of its calls and not of the answers that asked for them.

import type { RecordOf } from '../protocol/records.js';
import { type TurnRecord, takeFailure } from './advance-turn.js';
import { copyOf } from './conversation.js';
import type { CallsAlone, RunState, TurnState } from './state.js';

export function newCallsAlone(): CallsAlone {
  return { open: new Map(), asked: new Map(), finish: undefined };
}

export function advanceCallsAlone(
  run: RunState,
  turn: TurnState,
  alone: CallsAlone,
  record: TurnRecord,
): void {
  switch (record.type) {
    case 'model.requested':
      run.calls = record.call;
      return;
    case 'model.responded':
      turn.output = textOf(record);
      alone.finish = record.finish;
      return;
    case 'model.failed':
      takeFailure(run, turn, record);
      return;
    case 'tool.requested':
      alone.open.set(record.call_id, record.tool);
      return;
    case 'tool.returned':
    case 'tool.denied':
      alone.open.delete(record.call_id);
      alone.finish = undefined;
      return;
    case 'approval.requested':
      alone.asked.set(record.call_id, record.rule);
      return;
    case 'approval.given': {
      const rule = alone.asked.get(record.call_id);
      if (rule !== undefined && record.answer === 'allow' && record.scope !== 'once') run.approved.add(rule);
      return;
    }
    case 'turn.closed':
      run.unfinished =
        record.result.stop_reason === 'completed'
          ? undefined
          : { turn, conversation: copyOf(run.conversation) };
      run.turns.add(record.result);
      run.turn = undefined;
  }
}

function textOf({ content }: RecordOf<'model.responded'>): string {
  return content.reduce((all, part) => (part.type === 'text' ? all + part.text : all), '');
}
