// Records into a story. It reads the log once and keeps of every text what can be shown, so a large log stays small here.

import { happenedAt, isOfSubagent, type RecordOf, type SessionRecord } from '../../protocol/records.js';
import type { Head } from '../../session/chain.js';
import { count, newTally, type RunTally } from '../../session/tally.js';
import { type ClaimFold, claimFold } from '../claims/claims-of.js';
import { type Clipper, newClipper } from './clip.js';
import { type FileIntent, FilesSeen } from './file-changes.js';
import { isEvent } from './is-event.js';
import { everything, type Shortener, type StoryLimits, shortener, stepsFor } from './shorten.js';
import type { CallStep, EventStep, Mark, RunStory, SessionStory } from './story.js';
import { takeInTurn } from './tell-turn.js';

export interface SessionTeller {
  take(record: SessionRecord): void;
  /** The story so far. */
  told(head: Head, torn: boolean): SessionStory;
}

/** What is under way while the log is read. */
interface Telling {
  readonly runs: RunStory[];
  readonly planned: Set<string>;
  readonly files: FilesSeen;
  readonly limits: StoryLimits;
  readonly shorteners: Shortener[];
  /** What is left for texts. */
  readonly text: { left: number };
  readonly events: EventStep[];
  /** The last run without a parent. */
  main: RunTelling | undefined;
  readonly subagents: Map<string, RunTelling>;
  opened: RecordOf<'session.opened'> | undefined;
  records: number;
  readonly claims: ClaimFold;
}

interface RunTelling {
  readonly run: RunStory;
  readonly tally: RunTally;
  readonly clip: Clipper;
  asked: Mark;
  /** Whether a transcript's run has told a moment of its own by now. */
  isTimed: boolean;
  readonly calls: Map<string, CallStep[]>;
  readonly intents: Map<string, FileIntent>;
  readonly shortener: Shortener;
}

export function sessionTeller(limits: StoryLimits = everything): SessionTeller {
  const telling: Telling = {
    runs: [],
    planned: new Set(),
    files: new FilesSeen(limits.changedText),
    limits,
    shorteners: [],
    text: { left: limits.text },
    events: [],
    main: undefined,
    subagents: new Map(),
    opened: undefined,
    records: 0,
    claims: claimFold(),
  };
  return {
    take: (record) => takeRecord(telling, record),
    told: (head, torn) => storyOf(telling, head, torn),
  };
}

function storyOf(telling: Telling, head: Head, torn: boolean): SessionStory {
  const { opened, runs, planned, records, events } = telling;
  if (opened === undefined) throw new TypeError('a session that was read begins with its opening');
  for (const each of telling.shorteners) each.atEnd();
  const { session_id, contract, parent, origin } = opened;
  return {
    session_id,
    contract,
    opened: markOf(opened),
    head,
    records,
    torn,
    ...(parent !== undefined && { parent }),
    ...(origin !== undefined && { origin }),
    runs,
    events,
    waiting: [...planned],
    claims: telling.claims.claims,
  };
}

function takeRecord(telling: Telling, record: SessionRecord): void {
  telling.records += 1;
  telling.claims.take(record);
  switch (record.type) {
    case 'session.opened':
      telling.opened = record;
      for (const { run_id } of record.runs) telling.planned.add(run_id);
      return;
    case 'session.appended':
      for (const { run_id } of record.runs) telling.planned.add(run_id);
      return;
    case 'run.opened': {
      telling.planned.delete(record.run_id);
      const opened = newTelling(record, telling);
      telling.shorteners.push(opened.shortener);
      telling.runs.push(opened.run);
      if (record.parent === undefined) telling.main = opened;
      else telling.subagents.set(record.run_id, opened);
      return;
    }
  }
  const of = isOfSubagent(record) ? telling.subagents.get(record.run_id ?? '') : telling.main;
  if (of?.run.stop_reason === 'open') {
    count(of.tally, record);
    takeInRun(telling, of, record);
  } else if (isEvent(record)) telling.events.push({ kind: 'event', ...markOf(record), record });
}

type InRun = Exclude<SessionRecord, { readonly type: 'session.opened' | 'session.appended' | 'run.opened' }>;

function takeInRun(telling: Telling, of: RunTelling, record: InRun): void {
  const { run, tally } = of;
  const mark = markIn(of, record);
  run.last = mark;
  run.last_hash = record.hash;
  run.records += 1;
  run.redacted += record.redacted ?? 0;
  if (record.type === 'workspace.changed') {
    const by = callWords(of.calls.get(record.call_id ?? ''));
    const paths = record.paths.map(({ path, change }) => ({ path, change, seq: record.seq, by }));
    const told = paths.slice(0, Math.max(0, telling.limits.steps - run.changed.length));
    run.changed.push(...told);
    run.left_out.changed += paths.length - told.length + (record.left_out ?? 0);
  }
  const turn = run.turns.at(-1);
  const isReopened = run.reopens === true && turn === undefined;
  if (record.type === 'session.resumed') run.settings = record.settings ?? run.settings;
  if (record.type === 'run.closed') run.stop_reason = record.stop_reason;
  else if (record.type === 'turn.opened') {
    const left = isReopened ? callsLeft(telling, run.continues) : [];
    of.calls.clear();
    for (const call of left) of.calls.set(call.call_id, [...(of.calls.get(call.call_id) ?? []), call]);
    run.turns.push({
      turn: record.turn,
      prompt: of.clip(record.prompt),
      ...(isReopened && { reopens: run.continues ?? '' }),
      opened: mark,
      steps: [...left],
      tally: tally.turn,
    });
  } else if (record.type === 'model.requested') of.asked = mark;
  else if (turn !== undefined) {
    takeInTurn({ ...of, files: telling.files, turn }, record, mark);
    of.shortener.afterRecord();
  } else if (isEvent(record)) telling.events.push({ kind: 'event', ...mark, record });
}

function callWords([call]: readonly CallStep[] = []): string | undefined {
  if (call === undefined) return undefined;
  return call.about === '' ? call.tool : call.about;
}

/** Calls that the turn had asked for and not come to: the turn that goes on with it makes them. */
function callsLeft({ runs }: Telling, run_id: string | undefined): CallStep[] {
  const steps = runs.find((run) => run.run_id === run_id)?.turns.at(-1)?.steps ?? [];
  return steps.flatMap((step) => (step.kind === 'call' && step.decision === 'pending' ? [{ ...step }] : []));
}

function newTelling(record: RecordOf<'run.opened'>, { runs, limits, text }: Telling): RunTelling {
  const tally = newTally(record);
  const run = newRun(record, tally);
  return {
    run,
    shortener: shortener(run, stepsFor(runs, limits)),
    tally,
    clip: newClipper(text),
    asked: markOf(record),
    isTimed: false,
    calls: new Map(),
    intents: new Map(),
  };
}

function newRun(record: RecordOf<'run.opened'>, { totals, known }: RunTally): RunStory {
  const { run_id, agent, settings, pool, capture, fence = {}, context = [] } = record;
  const { continues, reopens, parent, retells, hash, redacted } = record;
  return {
    run_id,
    agent,
    ...(continues !== undefined && { continues }),
    ...(reopens && { reopens }),
    ...(parent !== undefined && { parent }),
    ...(retells !== undefined && { retells }),
    pool: pool.map(({ name }) => name),
    capture,
    context,
    fence,
    settings,
    opened: markOf(record),
    last: markOf(record),
    last_hash: hash,
    records: 1,
    stop_reason: 'open',
    totals,
    known,
    turns: [],
    spending: [],
    files: [],
    changed: [],
    redacted: redacted ?? 0,
    left_out: { turns: 0, steps: 0, notable: 0, writes: 0, changed: 0 },
  };
}

/**
 * In the run of a transcript: what the transcript gives no time stands beside what it does, because the import may have been years later. The run
 * begins with the first moment that is known.
 */
function markIn(of: RunTelling, record: SessionRecord): Mark {
  const { run } = of;
  const mark = markOf(record);
  if (run.capture.model !== 'imported') return mark;
  if (record.happened_at === undefined) return { seq: record.seq, at: run.last.at };
  if (!of.isTimed) {
    of.isTimed = true;
    run.opened = { ...run.opened, at: mark.at };
    of.asked = { ...of.asked, at: mark.at };
  }
  return mark;
}

function markOf(record: SessionRecord): Mark {
  return { seq: record.seq, at: Date.parse(happenedAt(record)) };
}
