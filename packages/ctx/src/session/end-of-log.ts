// What the end of a log says of its session: how it stands and what it came to.

import { linesFromEnd } from '../disk/lines-from-end.js';
import { isAside, isOfSubagent, type RecordOf, type StopReason, type Totals } from '../protocol/records.js';
import { keepSums, keptSums, worthKeeping } from './kept-sums.js';
import { recordIn } from './record-line.js';
import { foldLines, newSums, type SessionSums, sumsOf } from './session-sums.js';
import type { RecordShapes } from './shape.js';

export interface OpenLog {
  readonly path: string;
  readonly descriptor: number;
  readonly size: number;
  readonly shapes: RecordShapes;
}

/** How far into a file one looks, from either end. */
export const furthest = 1 << 20;

export type EndOfLog = SessionSums & {
  readonly records: number;
  /** Where it was moved to, and did not come back from. */
  readonly moved_to?: string;
};

/** A session's only run says itself what it came to. */
export function endOfOwn(
  { descriptor, size, shapes }: OpenLog,
  onlyRun: string | undefined,
): EndOfLog | undefined {
  const last = lastRun(linesFromEnd(descriptor, size, furthest), shapes);
  if (last === undefined) return undefined;
  const { records, stop_reason, closed, moved } = last;
  if (closed !== undefined && closed.run_id === onlyRun)
    return { records, stop_reason, prompt_count: closed.totals.turns, totals: closed.totals, ...moved };
  const sums = newSums();
  foldLines(sums, descriptor, { from: 0, to: size }, (line) => recordIn(line, shapes));
  return { ...sumsOf(sums), records, stop_reason, ...moved };
}

/** Another agent may have had subagents, whose runs count, too, and stand behind its own. */
export function endOfForeign({ path, descriptor, size, shapes }: OpenLog): EndOfLog | undefined {
  const line = linesFromEnd(descriptor, size, furthest).next();
  const last = line.done ? undefined : recordIn(line.value.toString(), shapes);
  if (last === undefined) return undefined;
  const kept = keptSums(path, descriptor, size);
  const sums = kept?.sums ?? newSums();
  const from = kept?.bytes ?? 0;
  const bytes = foldLines(sums, descriptor, { from, to: size }, (text) => recordIn(text, shapes));
  if (bytes - from >= worthKeeping) keepSums(path, { bytes, hash: last.hash, sums });
  return { ...sumsOf(sums), records: last.seq + 1 };
}

interface LastRun {
  readonly records: number;
  readonly stop_reason: StopReason | 'open';
  /** Where the last run is closed. */
  readonly closed?: { readonly run_id: string; readonly totals: Totals };
  readonly moved?: { readonly moved_to: string };
}

/** Goes back from the last record until it is clear how the last run stands. */
function lastRun(lines: Generator<Buffer, boolean>, shapes: RecordShapes): LastRun | undefined {
  let records: number | undefined;
  let running = false;
  let move: RecordOf<'session.moved'> | undefined;
  const moved = () => (move?.way === 'out' ? { moved: { moved_to: move.peer } } : {});
  for (let next = lines.next(); ; next = lines.next()) {
    if (next.done) {
      return records === undefined ? undefined : { records, stop_reason: 'open', ...moved() };
    }
    const record = recordIn(next.value.toString(), shapes);
    if (record === undefined) return undefined;
    records ??= record.seq + 1;
    if (record.type === 'session.moved') move ??= record;
    if (isAside(record) || isOfSubagent(record)) continue;
    if (record.type === 'run.closed' && !running) {
      const { run_id, stop_reason, totals } = record;
      return { records, stop_reason, closed: { run_id, totals }, ...moved() };
    }
    if (record.type === 'run.opened' || record.type === 'run.closed')
      return { records, stop_reason: 'open', ...moved() };
    // What happened to the session says nothing of the run; a run that was added and not begun yet is open.
    running ||= !record.type.startsWith('session.') || record.type === 'session.appended';
  }
}
