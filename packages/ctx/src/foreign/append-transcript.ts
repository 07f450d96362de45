// What is new of a host's transcript, appended to the log of the session that it is of: its own run, then its subagents' runs.

import { basename } from 'node:path';
import type { RunSettings, SessionRecord } from '../protocol/records.js';
import type { Log } from '../session/log.js';
import { type AppendedSource, appendSource, nothingNew } from './append-source.js';
import { hostNamed } from './hosts.js';
import type { HostName } from './known-hosts.js';
import { type LogSoFar, logSoFar, untoldAgent, untoldRuns } from './log-so-far.js';
import { withSource } from './open-source.js';
import { peek } from './peek.js';
import { idPart } from './source-runs.js';
import type { Facts } from './told.js';
import type { SubagentFile, TranscriptHost } from './transcript-host.js';

export interface TranscriptToAppend {
  readonly host: HostName;
  /** The file; where it is packed, the plain file that was made of it, and its own name. */
  readonly transcript: string;
  readonly name?: string | undefined;
  /** All that the log holds. */
  readonly records: Iterable<SessionRecord> | LogSoFar;
  /** Nothing more comes: calls without a result were cut short. By default the file's age says so. */
  readonly ended?: boolean | undefined;
  readonly now?: number | undefined;
  /** Relative to the project's root. */
  readonly workspace?: string | undefined;
  /** The runs that it tells again; those that hooks told of unless said. It has its own name then. */
  readonly retells?: readonly string[] | undefined;
}

export interface Appended extends Omit<AppendedSource, 'spawned'> {
  readonly facts: Facts;
}

/** A file that nobody wrote to for so long is taken for a session that is over. */
const restingMs = 3_600_000;

export function appendTranscript(log: Log, given: TranscriptToAppend): Appended {
  const host = hostNamed(given.host);
  const sofar = 'runs' in given.records ? given.records : logSoFar(given.records);
  const isImported = sofar.origin?.kind === 'imported';
  const main = withSource(given.transcript, host, (source) => {
    const { facts } = peek(source, host.reader());
    const appended = appendSource(log, sofar, {
      host: given.host,
      source,
      name: given.retells === undefined ? nameIn(sofar, given) : (given.name ?? basename(given.transcript)),
      kind: 'transcript',
      facts,
      reader: (from) => host.reader(facts, from),
      runName: isImported ? 'main' : 'transcript',
      retells: given.retells ?? untoldRuns(sofar),
      settings: settingsOf(facts, given.workspace),
      ended: given.ended ?? isResting(source, given.now),
    });
    return { ...appended, facts };
  });
  let sum: Appended = main;
  const spawned = new Map(main.spawned);
  for (const file of host.subagents?.(given.transcript) ?? []) {
    const appended = appendSubagent(log, sofar, given, host, file, spawned);
    for (const [agent_id, call] of appended.spawned) spawned.set(agent_id, call);
    sum = plus(sum, appended);
  }
  return sum;
}

/** A file of its own whose session says that another one started it. */
export function appendChild(log: Log, given: TranscriptToAppend, agent_id: string): Appended {
  const host = hostNamed(given.host);
  const sofar = 'runs' in given.records ? given.records : logSoFar(given.records);
  const name = given.name ?? basename(given.transcript);
  const file = { path: given.transcript, name, agent_id };
  const { spawned: _, ...appended } = appendSubagent(log, sofar, given, host, file, new Map());
  return { ...appended, facts: {} };
}

function appendSubagent(
  log: Log,
  sofar: LogSoFar,
  given: TranscriptToAppend,
  host: TranscriptHost,
  file: SubagentFile,
  spawned: AppendedSource['spawned'],
): AppendedSource {
  const isImported = sofar.origin?.kind === 'imported';
  return withSource(file.path, host, (source) => {
    const { facts, holdsAnything } = peek(source, host.reader());
    const parent = spawned.get(file.agent_id);
    const run_id = parent?.run_id ?? sofar.main?.run_id;
    const isNew = !sofar.sources.has(file.name);
    if (run_id === undefined || (isNew && !holdsAnything)) return nothingNew;
    const call_id = parent?.call_id ?? file.call_id;
    const agent = idPart(file.agent_id);
    const untold = untoldAgent(sofar, agent);
    return appendSource(log, sofar, {
      host: given.host,
      source,
      name: file.name,
      kind: 'subagent',
      facts,
      reader: (from) => host.reader(facts, from),
      runName: isImported ? `agent-${agent}` : `transcript-agent-${agent}`,
      parent: { run_id, ...(call_id !== undefined && { call_id }) },
      retells: untold === undefined ? [] : [untold],
      settings: settingsOf(facts, given.workspace),
      ended: given.ended ?? isResting(source, given.now),
    });
  });
}

function plus(a: Appended, b: AppendedSource): Appended {
  return {
    facts: a.facts,
    runs: [...a.runs, ...b.runs],
    turns: a.turns + b.turns,
    answers: a.answers + b.answers,
    calls: a.calls + b.calls,
    bytes: a.bytes + b.bytes,
    pending: a.pending + b.pending,
    rewritten: a.rewritten || b.rewritten,
    unknown: a.unknown + b.unknown,
  };
}

/** The same session may be imported from a copy with another name: what the log calls the file stays. */
function nameIn(sofar: LogSoFar, { transcript, name }: TranscriptToAppend): string {
  for (const [known, { kind }] of sofar.sources) if (kind === 'transcript') return known;
  return sofar.reading?.name ?? name ?? basename(transcript);
}

/** What a run of another agent was set to, as far as its transcript says; nothing held it to a budget or a rule of ours. */
export function settingsOf({ model }: Facts, workspace = '.'): RunSettings {
  return {
    model: model ?? 'unknown',
    workspace,
    policy: { allow: [], deny: [], on_deny: 'tell' },
    budget: { max_model_calls_per_turn: Number.MAX_SAFE_INTEGER },
    match_limit: 0,
  };
}

function isResting({ changedMs }: { readonly changedMs: number }, now: number | undefined): boolean {
  return now !== undefined && now - changedMs > restingMs;
}
