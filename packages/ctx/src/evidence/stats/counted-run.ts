// What a run came to, by day and model. Turns, calls, denials and what was spent are counted in session/tally, which gets the records that
// count; what only statistics ask for is counted here.

import { happenedAt, type RecordOf, type SessionRecord, type Usage } from '../../protocol/records.js';
import { count, newTally, type RunTally } from '../../session/tally.js';
import type { CopiedAnswers } from '../copied-answers.js';
import { noSums, type Sums } from './sums.js';

/** What an answer would cost by a table of prices; nothing for a model that is not in it. */
export type Estimate = (
  model: string,
  usage: { readonly input_tokens: number; readonly output_tokens: number },
) => number | undefined;

export interface CountedRun {
  take(record: SessionRecord): void;
  end(): {
    readonly agent: string;
    readonly repeated_answers: number;
    /** `day`: not known of an import's opening. */
    readonly parts: readonly {
      readonly day: string | undefined;
      readonly model: string;
      readonly sums: Sums;
    }[];
  };
}

interface Part {
  readonly day: string | undefined;
  readonly model: string;
  readonly tally: RunTally;
  readonly sums: Sums;
}

export function countedRun(
  opened: RecordOf<'run.opened'>,
  copies: CopiedAnswers,
  estimate: Estimate,
  since: string,
): CountedRun {
  const { run_id, agent, settings } = opened;
  const parts = new Map<string, Part>();
  let repeated_answers = 0;
  /** One whose first answer is a copy is a copy itself. */
  let turn: RecordOf<'turn.opened'> | undefined;

  function settleTurn(): void {
    if (turn !== undefined) add(turn);
    turn = undefined;
  }
  function add(record: SessionRecord): void {
    const at = happenedAt(record);
    // An import is no work of the day that it was made on.
    const isImport = record.type === 'run.opened' && agent.name !== 'ctx' && record.happened_at === undefined;
    if (at < since || (isImport && since !== '')) return;
    const model =
      record.type === 'model.responded' ? (record.response_model ?? settings.model) : settings.model;
    const day = isImport ? undefined : at.slice(0, 10);
    const key = `${day} ${model}`;
    const part = parts.get(key) ?? { day, model, tally: newTally(opened), sums: noSums() };
    parts.set(key, part);
    count(part.tally, record);
    countMore(part.sums, record, model, estimate);
  }

  return {
    take(record) {
      if (record.type === 'turn.opened') {
        settleTurn();
        copies.openTurn(run_id);
        turn = record;
      } else if (record.type === 'model.responded') {
        if (copies.answer(run_id, record.response_id ?? record.hash)) {
          turn = undefined;
          if (happenedAt(record) >= since) repeated_answers += 1;
          return;
        }
        settleTurn();
        add(record);
      } else if (!(record.type.startsWith('tool.') && copies.isCopying(run_id))) add(record);
    },
    end() {
      settleTurn();
      return { agent: agent.name, repeated_answers, parts: [...parts.values()].map(withTally) };
    },
  };
}

function withTally({ day, model, tally: { known, denials }, sums }: Part) {
  const { turns, tool_calls, input_tokens, output_tokens, cost_microusd } = known;
  return {
    day,
    model,
    sums: { ...sums, turns, tool_calls, denials, input_tokens, output_tokens, cost_microusd },
  };
}

function countMore(sums: Sums, record: SessionRecord, model: string, estimate: Estimate): void {
  if (record.type === 'tool.returned') {
    if (record.is_error && record.denied === undefined) sums.failed_calls += 1;
  } else if (record.type === 'model.failed') sums.model_failures += 1;
  else if (record.type === 'usage.reported') countCached(sums, record.usage);
  else if (record.type === 'model.responded') countAnswer(sums, record, model, estimate);
}

function countAnswer(
  sums: Sums,
  { usage, cost_microusd }: RecordOf<'model.responded'>,
  model: string,
  estimate: Estimate,
): void {
  sums.answers += 1;
  if (usage === null) sums.answers_without_tokens += 1;
  countCached(sums, usage);
  if (cost_microusd !== null) return;
  const estimated = usage === null ? undefined : estimate(model, usage);
  if (estimated === undefined) sums.answers_without_cost += 1;
  else sums.estimated_cost_microusd += estimated;
}

function countCached(sums: Sums, usage: Usage | null): void {
  sums.cache_read_tokens += usage?.cache_read_tokens ?? 0;
  sums.cache_write_tokens += usage?.cache_write_tokens ?? 0;
}
