// Appends what is new of one file to a session's log: first what is read, then its records, then how far that went.

import { fail } from '../protocol/codes.js';
import type { SessionRecord } from '../protocol/records.js';
import type { Log } from '../session/log.js';
import {
  type ImportedSource,
  type LogSoFar,
  openCaptures,
  type ReadPart,
  rewrittenCode,
  takeInLog,
} from './log-so-far.js';
import { type OpenSource, readSource } from './read-source.js';
import { RunWriter } from './run-writer.js';
import { digestOfPart, sourceLines } from './source-lines.js';
import { sourceRuns } from './source-runs.js';
import type { SourceToAppend } from './source-to-append.js';

export interface AppendedSource {
  readonly runs: readonly string[];
  readonly turns: number;
  readonly answers: number;
  readonly calls: number;
  /** Read, and told in the log. */
  readonly bytes: number;
  /** Left for the next import: an answer that is under way, a line that is not whole. */
  readonly pending: number;
  readonly rewritten: boolean;
  readonly unknown: number;
  /** Which call of which run started a subagent, by what the host calls that. */
  readonly spawned: ReadonlyMap<string, { readonly run_id: string; readonly call_id: string }>;
}

export function appendSource(given: Log, sofar: LogSoFar, what: SourceToAppend): AppendedSource {
  const { source, name, kind } = what;
  const before = sofar.sources.get(name);
  if (before !== undefined && isRewritten(source, before)) return rewritten(given, sofar, what, before.seq);
  const cutOff = [...sofar.unsettled].filter((id) => sofar.runs.get(id)?.source?.name === name);
  const isWaiting = what.ended && waitingRuns(sofar, name).length > 0;
  if (source.size === before?.size && cutOff.length === 0 && !isWaiting) return nothingNew;
  const isRead = before !== undefined && cutOff.length === 0 && !isWaiting && isAsRead(source, before);
  if (isRead && (!what.ended || !holdsLine(source, before.size)))
    return { ...nothingNew, pending: source.size - before.size };
  const underWay = openCaptures(sofar);
  // Hooks go on with it, and import the transcript when it is over.
  if (underWay.length > 0 && !what.ended) return { ...nothingNew, pending: source.size };
  const log = countingLog(given, sofar);
  const from = Math.min(before?.size ?? 0, ...cutOff.map((id) => sofar.runs.get(id)?.source?.from ?? 0));
  // The session's first record says it of a file that nothing was read of.
  const said = cutOff.length > 0 || sofar.reading?.name !== name ? undefined : sofar.reading;
  const isOther = said !== undefined && !isAsSaid(source, said);
  if (said === undefined || isOther) sayWhatIsRead(log, what, before?.size ?? 0);
  if (isOther) {
    const says = `${name} was replaced or rewritten after this session began to be imported: from here on the log follows another file`;
    log.append('finding', { code: 'source_replaced', records: [0], says });
  }
  for (const id of [...underWay, ...cutOff]) closeCutOff(log, sofar, id);
  // What is told again counts where it is told again.
  for (const [answer, run] of sofar.answered) if (cutOff.includes(run)) sofar.answered.delete(answer);
  const runs = sourceRuns(log, sofar, what, [...what.retells, ...cutOff]);
  const reader = what.reader(from);
  const read = readSource(source, from, reader, runs, what.ended);
  if (read === 'shorter') throw fail('transcript_changed', { operation: 'import', target: name });
  const { runs: opened, spawned, orphans } = runs.told();
  // A run that waited for more, of which nothing came.
  if (what.ended) for (const id of waitingRuns(sofar, name)) closeCutOff(log, sofar, id);
  for (const { code, says } of read.notes) log.append('finding', { code, records: [], says });
  if (orphans > 0) {
    const says = `${name} has results of calls that no answer asked for, or a second one of a call: ${orphans}`;
    log.append('finding', { code: 'result_without_call', records: [], says });
  }
  const checked = reader.checked().filter(({ of }) => of > 0);
  log.append('source.observed', {
    source: name,
    kind,
    size: read.size,
    digest: read.digest,
    ...(read.unknown.length > 0 && { unknown: [...read.unknown] }),
    ...(checked.length > 0 && { checked: [...checked] }),
  });
  const unknown = read.unknown.reduce((sum, { count }) => sum + count, 0);
  const { pending } = read;
  return {
    ...log.counts,
    runs: opened,
    bytes: read.size - from,
    pending,
    rewritten: false,
    unknown,
    spawned,
  };
}

export const nothingNew: AppendedSource = {
  runs: [],
  turns: 0,
  answers: 0,
  calls: 0,
  bytes: 0,
  pending: 0,
  rewritten: false,
  unknown: 0,
  spawned: new Map(),
};

function isRewritten(
  { descriptor, size }: OpenSource,
  before: { readonly size: number; readonly digest: string },
): boolean {
  return size < before.size || digestOfPart(descriptor, 0, before.size) !== before.digest;
}

/** Those of a file that are open, subagents before who started them. */
function waitingRuns({ runs }: LogSoFar, name: string): string[] {
  const open = [...runs.values()].filter(({ closed, source }) => !closed && source?.name === name);
  return open.reverse().map(({ run_id }) => run_id);
}

/** Whether nothing came since the last import looked at it, of which it left something to the next one. */
function isAsRead({ descriptor, size }: OpenSource, { read }: ImportedSource): boolean {
  return read?.size === size && digestOfPart(descriptor, read.from, size) === read.digest;
}

/** Whether there is more than a line that somebody has yet to write to its end. */
function holdsLine({ descriptor, size }: OpenSource, from: number): boolean {
  for (const { ended } of sourceLines(descriptor, from, size)) return ended;
  return false;
}

/** Told once: what is in the log stays as it is, and nothing of the other file is added. */
function rewritten(log: Log, sofar: LogSoFar, { name }: SourceToAppend, seq: number): AppendedSource {
  const says = `${name} was rewritten since it was imported: it no longer contains all that this session recorded`;
  if (!sofar.rewritten.has(name))
    takeInLog(sofar, log.append('finding', { code: rewrittenCode, records: [seq], says }));
  return { ...nothingNew, rewritten: true };
}

function sayWhatIsRead(log: Log, { source, name, kind }: SourceToAppend, from: number): void {
  const digest = digestOfPart(source.descriptor, from, source.size);
  if (digest === undefined) throw fail('transcript_changed', { operation: 'import', target: name });
  log.append('source.observed', { source: name, kind, from, size: source.size, digest });
}

/** Whether the file is still the one that the log says is read; it may have grown since. */
function isAsSaid({ descriptor, size }: OpenSource, said: ReadPart): boolean {
  return size >= said.size && digestOfPart(descriptor, said.from, said.size) === said.digest;
}

/** An import that was killed, or a host that was, left runs that nobody knows the end of: they are closed, and told again. */
function closeCutOff(log: Log, sofar: LogSoFar, id: string): void {
  const run = sofar.runs.get(id);
  if (run !== undefined && !run.closed) new RunWriter(log, run).closeRun();
}

type CountingLog = Log & { readonly counts: { turns: number; answers: number; calls: number } };

/** Folds and counts what is appended. */
function countingLog(log: Log, sofar: LogSoFar): CountingLog {
  const counts = { turns: 0, answers: 0, calls: 0 };
  return {
    counts,
    append(type, body, redacted) {
      const record = log.append(type, body, redacted);
      if (isOfLog(record)) takeInLog(sofar, record);
      if (type === 'turn.opened') counts.turns += 1;
      else if (type === 'model.responded') counts.answers += 1;
      else if (type === 'tool.requested' || type === 'tool.denied') counts.calls += 1;
      return record;
    },
    together: (work) => log.together(work),
    redact: (text) => log.redact(text),
    redactStream: () => log.redactStream(),
    sync: () => log.sync(),
    settled: () => log.settled(),
  };
}

/** What a log gives back is a record of it, whatever its type. */
function isOfLog(record: object): record is SessionRecord {
  return 'seq' in record;
}
