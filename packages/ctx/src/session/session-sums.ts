// What all runs of a session come to: its prompts and its totals, from an open file.

import { readLines } from '../disk/lines.js';
import { isOfSubagent, type SessionRecord, type Totals, type TurnResult } from '../protocol/records.js';
import { noTotals, sumOf, totalsOfTurns } from './tally.js';

/** No other line is parsed. Text that holds these words may be, and is then a record of another type. */
const counts = /"type":"(?:run\.opened|turn\.opened|turn\.closed|run\.closed)"/;

export function sumsOf(
  descriptor: number,
  recordOf: (line: string) => SessionRecord | undefined,
): { readonly prompt_count: number; readonly totals: Totals } {
  let prompt_count = 0;
  const closedRuns = new Map<string, Totals>();
  /** Runs that another one tells again stand for nothing in a sum. */
  const retold = new Set<string>();
  let reopens = false;
  let openTurns: TurnResult[] = [];
  for (const { text } of readLines(descriptor, { chunkBytes: 1 << 20 })) {
    const record = counts.test(text) ? recordOf(text) : undefined;
    if (record?.type === 'run.closed') closedRuns.set(record.run_id, record.totals);
    if (record?.type === 'run.opened' && record.retells !== undefined) retold.add(record.retells);
    if (record === undefined || isOfSubagent(record)) continue;
    // A turn that goes on with an earlier one asks nothing new.
    if (record.type === 'turn.opened' && !reopens) prompt_count += 1;
    if (record.type === 'turn.closed') openTurns.push(record.result);
    if (record.type === 'run.opened' || record.type === 'run.closed') openTurns = [];
    reopens = record.type === 'run.opened' && record.reopens === true;
  }
  for (const run_id of retold) closedRuns.delete(run_id);
  return {
    prompt_count,
    totals: [...closedRuns.values(), totalsOfTurns(openTurns)].reduce(sumOf, noTotals()),
  };
}
