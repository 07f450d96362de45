// What a session's log holds of another agent's files: how far each was imported, and how the runs stand.

import { isOfSubagent, type Origin, type RecordOf, type SessionRecord } from '../protocol/records.js';
import { keepSums } from '../session/kept-sums.js';
import { newSums, type SumsFold, takeInSums } from '../session/session-sums.js';
import type { SessionWriter } from '../session/writer.js';
import { newRunSoFar, type RunSoFar, takeInRun } from './run-so-far.js';

export interface ImportedSource {
  readonly kind: string;
  /** Up to there the log tells what the file says. */
  readonly size: number;
  /** Of all bytes before that. */
  readonly digest: string;
  readonly seq: number;
  /** What of it the last import looked at, which may be more. */
  readonly read: ReadPart | undefined;
}

export interface ReadPart {
  readonly name: string;
  readonly from: number;
  readonly size: number;
  readonly digest: string;
}

export interface LogSoFar {
  origin: Origin | undefined;
  opened: boolean;
  readonly runs: Map<string, RunSoFar>;
  /** The last run without a parent. */
  main: RunSoFar | undefined;
  /** Files that were imported to an end. */
  readonly sources: Map<string, ImportedSource>;
  /** The file that an import is reading: what it wrote since counts only once it says how far it came. */
  reading: ReadPart | undefined;
  /** Runs that such an import wrote to. */
  readonly unsettled: Set<string>;
  /** What providers call the answers that are in the log, each with the run that it stands in. */
  readonly answered: Map<string, string>;
  /** Calls that hooks denied, by what their host calls them: some hosts write down a failure. */
  readonly denied: Map<string, { readonly rule: string; readonly reason: string }>;
  /** Runs that another one tells again. */
  readonly retold: Set<string>;
  /** Files that were found to be rewritten. */
  readonly rewritten: Set<string>;
  readonly sums: SumsFold;
}

/** Hooks name a transcript by its path when they look at it, and import nothing of it. */
function isObservation(source: string): boolean {
  return source.includes('/');
}

/** The finding that a file is not any more what was imported; its words begin with the file's name. */
export const rewrittenCode = 'source_rewritten';

export function logSoFar(records: Iterable<SessionRecord> = []): LogSoFar {
  const log: LogSoFar = {
    origin: undefined,
    opened: false,
    runs: new Map(),
    main: undefined,
    sources: new Map(),
    reading: undefined,
    unsettled: new Set(),
    answered: new Map(),
    denied: new Map(),
    retold: new Set(),
    rewritten: new Set(),
    sums: newSums(),
  };
  for (const record of records) takeInLog(log, record);
  return log;
}

export function takeInLog(log: LogSoFar, record: SessionRecord): void {
  takeInSums(log.sums, record);
  switch (record.type) {
    case 'session.opened': {
      log.opened = true;
      log.origin = record.origin;
      const [main] = record.origin?.sources ?? [];
      if (main !== undefined)
        log.reading = { name: main.source, from: 0, size: main.size, digest: main.digest };
      return;
    }
    case 'source.observed':
      observe(log, record);
      return;
    case 'finding':
      if (record.code === rewrittenCode)
        log.rewritten.add(record.says.replace(/ was rewritten since[\s\S]*$/, ''));
      return;
    case 'run.opened':
      openRun(log, record);
      return;
    default: {
      const run = isOfSubagent(record) ? log.runs.get(record.run_id ?? '') : log.main;
      if (run === undefined || run.closed) return;
      if (record.type === 'model.responded' && record.response_id !== undefined && !run.driven)
        log.answered.set(record.response_id, run.run_id);
      if (record.type === 'tool.denied' && run.captured)
        log.denied.set(record.call_id, { rule: record.rule, reason: record.reason });
      takeInRun(run, record);
    }
  }
}

/** For listings, which then need not read the log. */
export function keepWhatItCameTo({ path, head, bytes }: SessionWriter, { sums }: LogSoFar): void {
  if (head !== undefined) keepSums(path, { bytes, hash: head.hash, sums });
}

/** Runs that hooks have not told the end of, subagents before who started them. */
export function openCaptures({ runs }: LogSoFar): string[] {
  const open = [...runs.values()].filter(({ captured, closed }) => captured && !closed);
  return open.reverse().map(({ run_id }) => run_id);
}

/** Runs of the session itself that hooks told of, and no transcript yet. */
export function untoldRuns({ runs, retold }: LogSoFar): string[] {
  const untold = [...runs.values()].filter(
    (run) => run.captured && run.parent === undefined && !retold.has(run.run_id),
  );
  return untold.map(({ run_id }) => run_id);
}

/** The first run of a subagent that hooks told of under the name that its host gives it, and no transcript yet. */
export function untoldAgent({ runs, retold }: LogSoFar, agent: string): string | undefined {
  const name = `agent-${agent}`;
  const isIts = (run_id: string) => run_id === name || /^-\d+$/.test(run_id.slice(name.length));
  const untold = [...runs.values()].find(
    ({ run_id, captured }) => captured && run_id.startsWith(name) && isIts(run_id) && !retold.has(run_id),
  );
  return untold?.run_id;
}

/** An import says first from where it reads, and last how far it came: then without `from`. */
function observe(
  log: LogSoFar,
  { source, kind, from, size, digest, seq }: RecordOf<'source.observed'>,
): void {
  if (isObservation(source)) return;
  if (from === undefined) {
    const read = log.reading?.name === source ? log.reading : undefined;
    log.sources.set(source, { kind, size, digest, seq, read });
    log.reading = undefined;
    log.unsettled.clear();
    return;
  }
  log.reading = { name: source, from, size, digest };
  for (const run of log.runs.values())
    if (!run.closed && run.source?.name === source) log.unsettled.add(run.run_id);
}

function openRun(log: LogSoFar, record: RecordOf<'run.opened'>): void {
  const run = newRunSoFar(record);
  log.runs.set(record.run_id, run);
  if (record.parent === undefined) log.main = run;
  if (record.retells !== undefined) log.retold.add(record.retells);
  if (record.capture.model !== 'imported') return;
  run.source = log.reading;
  log.unsettled.add(record.run_id);
}
