// What all runs of a session come to: its prompts, its totals and how it stands, folded from its records.

import { readLines } from '../disk/lines.js';
import {
  isOfSubagent,
  type RecordOf,
  type SessionRecord,
  type StopReason,
  type Totals,
} from '../protocol/records.js';
import { noTotals, sumOf, totalsOfTurns } from './tally.js';

export interface SessionSums {
  readonly prompt_count: number;
  /** Of all runs; of an open one, its closed turns. */
  readonly totals: Totals;
  /** Why the last run stopped; `open` if it has not. */
  readonly stop_reason: StopReason | 'open';
}

export interface SumsFold {
  prompts: number;
  readonly closedRuns: Map<string, Totals>;
  /** Runs that another one tells again stand for nothing in a sum. */
  readonly retold: Set<string>;
  /** Whether the next turn goes on with an earlier one, and asks nothing new. */
  reopens: boolean;
  /** Of the closed turns of the open run. */
  openTurns: Totals;
  stop: StopReason | 'open';
}

export function newSums(): SumsFold {
  return {
    prompts: 0,
    closedRuns: new Map(),
    retold: new Set(),
    reopens: false,
    openTurns: noTotals(),
    stop: 'open',
  };
}

export function takeInSums(sums: SumsFold, record: SessionRecord): void {
  if (record.type === 'run.closed') sums.closedRuns.set(record.run_id, record.totals);
  if (record.type === 'run.opened' && record.retells !== undefined) sums.retold.add(record.retells);
  if (isOfSubagent(record)) return;
  switch (record.type) {
    case 'turn.opened':
      if (!sums.reopens) sums.prompts += 1;
      sums.reopens = false;
      return;
    case 'turn.closed':
      sums.openTurns = sumOf(sums.openTurns, totalsOfTurns([record.result]));
      return;
    case 'run.opened':
      openRun(sums, record);
      return;
    case 'run.closed':
      sums.openTurns = noTotals();
      sums.stop = record.stop_reason;
      return;
    // A run that was added and not begun yet is open.
    case 'session.appended':
      sums.stop = 'open';
  }
}

function openRun(sums: SumsFold, { reopens }: RecordOf<'run.opened'>): void {
  sums.openTurns = noTotals();
  sums.stop = 'open';
  sums.reopens = reopens === true;
}

export function sumsOf({ prompts, closedRuns, retold, openTurns, stop }: SumsFold): SessionSums {
  let totals = openTurns;
  for (const [run_id, of] of closedRuns) if (!retold.has(run_id)) totals = sumOf(totals, of);
  return { prompt_count: prompts, totals, stop_reason: stop };
}

/** No other line is parsed. Text that holds these words may be, and is then a record of another type. */
const counts = /"type":"(?:run\.opened|turn\.opened|turn\.closed|run\.closed|session\.appended)"/;

/** No record that counts comes near it. */
const longestLine = 1 << 23;

/** Takes the whole lines between two places of a log, and says where the last of them ends. */
export function foldLines(
  sums: SumsFold,
  descriptor: number,
  { from, to }: { readonly from: number; readonly to: number },
  recordOf: (line: string) => SessionRecord | undefined,
): number {
  let end = from;
  // A listing folds dozens of short logs: a long buffer for each would cost more than reading them.
  const chunkBytes = Math.min(1 << 20, to - from + 1);
  for (const { text, offset, length, ended } of readLines(descriptor, { chunkBytes, from, longestLine })) {
    const next = offset + length + 1;
    if (!ended || next > to) break;
    end = next;
    const record = counts.test(text) ? recordOf(text) : undefined;
    if (record !== undefined) takeInSums(sums, record);
  }
  return end;
}
