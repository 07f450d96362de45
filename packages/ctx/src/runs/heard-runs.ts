// What came of runs elsewhere, by the records that were heard: the answer is made from those, and not from what the other side says of them.

import type { RunOutcome } from '../agent/conduct-run.js';
import type { RecordOf, SessionRecord, TurnResult } from '../protocol/records.js';

export interface HeardRuns {
  take(record: SessionRecord): void;
  /** The last run that was opened, once it is closed. */
  closed(): RunOutcome | undefined;
  /** Whether a run is open. */
  readonly isOpen: boolean;
}

export function heardRuns(): HeardRuns {
  let opened: RecordOf<'run.opened'> | undefined;
  let closed: RecordOf<'run.closed'> | undefined;
  let turns: TurnResult[] = [];
  let failure: RecordOf<'model.failed'> | undefined;
  return {
    get isOpen() {
      return opened !== undefined && closed === undefined;
    },
    take(record) {
      if (record.type === 'run.opened') {
        opened = record;
        closed = undefined;
        turns = [];
        failure = undefined;
      }
      if (record.type === 'turn.closed') turns.push(record.result);
      if (record.type === 'model.failed') failure = record;
      if (record.type === 'run.closed' && record.run_id === opened?.run_id) closed = record;
    },
    closed() {
      if (closed === undefined) return undefined;
      const { run_id, stop_reason, totals } = closed;
      return {
        run_id,
        stop_reason,
        turns,
        totals,
        withoutTexts: 0,
        failure: stop_reason === 'model_error' ? failure : undefined,
      };
    },
  };
}
