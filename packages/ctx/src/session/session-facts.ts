// What a session comes to, folded while its log is read: of what was said nothing is kept, so any log fits.

import { isOfSubagent, type SessionRecord, type StopReason, type Totals } from '../protocol/records.js';
import { plus } from './tally.js';
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
        case 'session.appended':
          planned.push(...record.runs.map(({ run_id }) => run_id));
          return;
        case 'run.opened': {
          const { run_id, settings, parent } = record;
          const fresh: RunFacts = { run_id, model: settings.model, turns: 0, stop_reason: 'open' };
          facts.runs.push(fresh);
          opened.add(run_id);
          if (parent === undefined) main = fresh;
          return;
        }
        case 'run.closed':
          if (run !== undefined)
            Object.assign(run, { stop_reason: record.stop_reason, totals: record.totals });
          return;
        case 'turn.opened':
          if (run === undefined) return;
          run.turns += 1;
          facts.messages_count += 1;
          return;
      }
      if (record.type === 'model.responded') {
        facts.input_tokens = plus(facts.input_tokens, record.usage?.input_tokens ?? null);
        facts.output_tokens = plus(facts.output_tokens, record.usage?.output_tokens ?? null);
      }
      if (run !== undefined && run.turns > 0) facts.messages_count += entriesOf(record).length;
    },
  };
}
