// What a session comes to, folded while its log is read: of what was said nothing is kept, so any log fits.

import { isOfSubagent, type SessionRecord, type StopReason, type Totals } from '../protocol/records.js';
import { count, newTally, noTotals, type RunTally, sumOf } from './tally.js';
import { entriesOf } from './transcript.js';

export interface RunFacts {
  readonly run_id: string;
  readonly model: string;
  turns: number;
  stop_reason: StopReason | 'open';
  /** Missing as long as it is open. */
  totals?: Totals;
}

export interface SessionFacts {
  session_id: string;
  created_at: string;
  records: number;
  messages_count: number;
  /** `null` is unknown. */
  input_tokens: number | null;
  output_tokens: number | null;
  readonly runs: RunFacts[];
  /** Where it was moved to, and did not come back from. */
  moved_to?: string | undefined;
  /** The run that is open, and those that were never opened. */
  unfinished(): string[];
}

export interface FactsFold {
  readonly facts: SessionFacts;
  take(record: SessionRecord): void;
}

export function factsFold(): FactsFold {
  const planned: string[] = [];
  const opened = new Set<string>();
  let main: RunFacts | undefined;
  /** What each run used, without those that another one tells again. */
  const tallies = new Map<string, RunTally>();
  const facts: SessionFacts = {
    session_id: '',
    created_at: '',
    records: 0,
    messages_count: 0,
    input_tokens: 0,
    output_tokens: 0,
    runs: [],
    unfinished: () =>
      planned.filter(
        (run_id) => !opened.has(run_id) || (main?.run_id === run_id && main.stop_reason === 'open'),
      ),
  };
  function spend(record: SessionRecord, run_id: string | undefined) {
    const tally = tallies.get(run_id ?? '');
    if (tally !== undefined) count(tally, record);
    const all = [...tallies.values()].map(({ totals }) => totals).reduce(sumOf, noTotals());
    facts.input_tokens = all.input_tokens;
    facts.output_tokens = all.output_tokens;
  }

  return {
    facts,
    take(record) {
      facts.records += 1;
      const run = isOfSubagent(record) ? facts.runs.find(({ run_id }) => run_id === record.run_id) : main;
      switch (record.type) {
        case 'session.opened':
          [facts.session_id, facts.created_at] = [record.session_id, record.at];
          planned.push(...record.runs.map(({ run_id }) => run_id));
          return;
        case 'session.moved':
          facts.moved_to = record.way === 'out' ? record.peer : undefined;
          return;
        case 'session.appended':
          planned.push(...record.runs.map(({ run_id }) => run_id));
          return;
        case 'run.opened': {
          const { run_id, settings, parent } = record;
          const fresh: RunFacts = { run_id, model: settings.model, turns: 0, stop_reason: 'open' };
          facts.runs.push(fresh);
          opened.add(run_id);
          if (parent === undefined) main = fresh;
          tallies.set(run_id, newTally(record));
          if (record.retells !== undefined) tallies.delete(record.retells);
          return;
        }
        case 'run.closed':
          if (run !== undefined)
            Object.assign(run, { stop_reason: record.stop_reason, totals: record.totals });
          return;
        case 'turn.opened':
          if (run === undefined) return;
          spend(record, run.run_id);
          run.turns += 1;
          facts.messages_count += 1;
          return;
      }
      spend(record, run?.run_id);
      if (run !== undefined && run.turns > 0) facts.messages_count += entriesOf(record).length;
    },
  };
}
