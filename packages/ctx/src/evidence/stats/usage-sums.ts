// What sessions came to, by day, agent, model and project. Nothing is counted twice: an answer that stands in several logs counts in
// the first, with its calls and its turn, and a run that another one tells again counts as that one tells it.

import { happenedAt, type SessionRecord, type Usage } from '../../protocol/records.js';
import { recordIn, wholeLines } from '../../session/record-line.js';
import type { RecordShapes } from '../../session/shape.js';
import { repeatedRecords, type ToldAnswers } from './repeated-records.js';

export interface Sums {
  sessions: number;
  turns: number;
  answers: number;
  tool_calls: number;
  /** Calls whose result was an error. */
  failed_calls: number;
  denials: number;
  /** Model calls that failed. */
  model_failures: number;
  /** Of answers whose tokens are known. */
  input_tokens: number;
  output_tokens: number;
  cache_read_tokens: number;
  cache_write_tokens: number;
  answers_without_tokens: number;
  /** As the agent or ctx recorded it. */
  cost_microusd: number;
  /** By the table of prices, of answers that have tokens and no cost. */
  estimated_cost_microusd: number;
  answers_without_cost: number;
}

export const dimensions = ['day', 'agent', 'model', 'project'] as const;
export type Dimension = (typeof dimensions)[number];

export interface Stats {
  readonly total: Sums;
  readonly by: { readonly [K in Dimension]: ReadonlyMap<string, Sums> };
  /** Answers that stand in more than one log, or more than once in one, and counted once. */
  repeated_answers: number;
  /** Runs that another one tells again. */
  retold_runs: number;
}

/** What an answer would cost by a table of prices; nothing for a model that is not in it. */
export type Estimate = (
  model: string,
  usage: { readonly input_tokens: number; readonly output_tokens: number },
) => number | undefined;

export interface StatsFold {
  /** One session's log, already open. False where it is none. */
  add(descriptor: number, project: string): boolean;
  readonly stats: Stats;
}

const wanted =
  /"type":"(?:session\.opened|run\.opened|turn\.opened|model\.responded|model\.failed|usage\.reported|tool\.requested|tool\.denied|tool\.returned)"/;
/** A result that is no error counts nothing. */
const fine = /"is_error":false/;

export function statsFold(shapes: RecordShapes, estimate: Estimate, since = '', until = '~'): StatsFold {
  const by = {
    day: new Map<string, Sums>(),
    agent: new Map<string, Sums>(),
    model: new Map<string, Sums>(),
    project: new Map<string, Sums>(),
  };
  const total = noSums();
  const stats: Stats = { total, by, repeated_answers: 0, retold_runs: 0 };
  const told: ToldAnswers = new Set();

  return {
    stats,
    add(descriptor, project) {
      const records = recordsIn(descriptor, shapes);
      const retold = new Set<string>();
      for (const record of records)
        if (record.type === 'run.opened' && record.retells !== undefined) retold.add(record.retells);
      stats.retold_runs += retold.size;
      return addSession(records, project, retold);
    },
  };

  function addSession(
    records: readonly SessionRecord[],
    project: string,
    retold: ReadonlySet<string>,
  ): boolean {
    const [first] = records;
    if (first?.type !== 'session.opened') return false;
    const runs = new Map<string, { readonly agent: string; readonly model: string }>();
    const seen = new Set<Sums>();
    const repeated = repeatedRecords(records, told, retold);
    let main = '';
    for (const record of records) {
      if (record.type === 'run.opened') {
        runs.set(record.run_id, { agent: record.agent.name, model: record.settings.model });
        if (record.parent === undefined) main = record.run_id;
      }
      const run_id = record.run_id ?? main;
      const run = runs.get(run_id);
      const at = happenedAt(record);
      if (run === undefined || retold.has(run_id) || at < since || at > until) continue;
      const model = record.type === 'model.responded' ? (record.response_model ?? run.model) : run.model;
      if (repeated.has(record)) {
        if (record.type === 'model.responded') stats.repeated_answers += 1;
        continue;
      }
      // An import is no work of the day that it was made on.
      const isImport =
        record.type === 'run.opened' && run.agent !== 'ctx' && record.happened_at === undefined;
      if (isImport && since !== '') continue;
      const day = isImport ? undefined : at.slice(0, 10);
      for (const sums of placesOf({ day, agent: run.agent, model, project })) {
        if (!seen.has(sums)) {
          sums.sessions += 1;
          seen.add(sums);
        }
        count(sums, record, model, estimate);
      }
    }
    return true;
  }

  function placesOf(values: { readonly [K in Dimension]: string | undefined }): Sums[] {
    const named = dimensions.flatMap((name) => {
      const value = values[name];
      return value === undefined ? [] : [sumsIn(by[name], value)];
    });
    return [total, ...named];
  }
}

function recordsIn(descriptor: number, shapes: RecordShapes): SessionRecord[] {
  const records: SessionRecord[] = [];
  for (const line of wholeLines(descriptor)) {
    if (!wanted.test(line) || (line.includes('"type":"tool.returned"') && fine.test(line))) continue;
    const record = recordIn(line, shapes);
    if (record !== undefined) records.push(lean(record));
  }
  return records;
}

/** Without what was said: a session may be a gigabyte. */
function lean(record: SessionRecord): SessionRecord {
  if (record.type === 'model.responded') return { ...record, content: [] };
  if (record.type === 'tool.returned') return { ...record, output: '' };
  if (record.type === 'tool.requested' || record.type === 'tool.denied') return { ...record, input: null };
  return record;
}

function count(sums: Sums, record: SessionRecord, model: string, estimate: Estimate): void {
  switch (record.type) {
    case 'turn.opened':
      sums.turns += 1;
      return;
    case 'tool.requested':
      sums.tool_calls += 1;
      return;
    case 'tool.denied':
      sums.denials += 1;
      return;
    case 'tool.returned':
      if (record.denied !== undefined) sums.denials += 1;
      else if (record.is_error) sums.failed_calls += 1;
      return;
    case 'model.failed':
      sums.model_failures += 1;
      return;
    case 'model.responded':
      countAnswer(sums, record, model, estimate);
      return;
    case 'usage.reported':
      countTokens(sums, record.usage);
      sums.cost_microusd += record.cost_microusd ?? 0;
  }
}

function countAnswer(
  sums: Sums,
  { usage, cost_microusd }: Extract<SessionRecord, { readonly type: 'model.responded' }>,
  model: string,
  estimate: Estimate,
): void {
  sums.answers += 1;
  if (usage === null) sums.answers_without_tokens += 1;
  countTokens(sums, usage);
  const estimated = cost_microusd !== null || usage === null ? undefined : estimate(model, usage);
  if (cost_microusd !== null) sums.cost_microusd += cost_microusd;
  else if (estimated !== undefined) sums.estimated_cost_microusd += estimated;
  else sums.answers_without_cost += 1;
}

function countTokens(sums: Sums, usage: Usage | null): void {
  sums.input_tokens += usage?.input_tokens ?? 0;
  sums.output_tokens += usage?.output_tokens ?? 0;
  sums.cache_read_tokens += usage?.cache_read_tokens ?? 0;
  sums.cache_write_tokens += usage?.cache_write_tokens ?? 0;
}

function sumsIn(map: Map<string, Sums>, key: string): Sums {
  const found = map.get(key) ?? noSums();
  map.set(key, found);
  return found;
}

function noSums(): Sums {
  return {
    sessions: 0,
    turns: 0,
    answers: 0,
    tool_calls: 0,
    failed_calls: 0,
    denials: 0,
    model_failures: 0,
    input_tokens: 0,
    output_tokens: 0,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    answers_without_tokens: 0,
    cost_microusd: 0,
    estimated_cost_microusd: 0,
    answers_without_cost: 0,
  };
}
