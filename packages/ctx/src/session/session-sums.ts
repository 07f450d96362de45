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
  let closedRuns = noTotals();
  let openTurns: TurnResult[] = [];
  for (const { text } of readLines(descriptor, { chunkBytes: 1 << 20 })) {
    const record = counts.test(text) ? recordOf(text) : undefined;
    if (record === undefined || isOfSubagent(record)) continue;
    if (record.type === 'turn.opened') prompt_count += 1;
    if (record.type === 'turn.closed') openTurns.push(record.result);
    if (record.type === 'run.closed') closedRuns = sumOf(closedRuns, record.totals);
    if (record.type === 'run.opened' || record.type === 'run.closed') openTurns = [];
  }
  return { prompt_count, totals: sumOf(closedRuns, totalsOfTurns(openTurns)) };
}
