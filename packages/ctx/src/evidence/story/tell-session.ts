// Records into a story. It reads the log once and keeps of every text what can be shown, so a large log stays small here.

import type { RecordOf, SessionRecord } from '../../protocol/records.js';
import type { Head } from '../../session/chain.js';
import { count, newTally, type RunTally } from '../../session/tally.js';
import { type Clipper, newClipper } from './clip.js';
import { type FileIntent, FilesSeen } from './file-changes.js';
import type { Mark, RunStory, SessionStory } from './story.js';
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
  /** Of the last run. */
  tally: RunTally | undefined;
  clip: Clipper;
  opened: RecordOf<'session.opened'> | undefined;
  records: number;
  asked: Mark;
  readonly intents: Map<string, FileIntent>;
}

export function sessionTeller(): SessionTeller {
  const telling: Telling = {
    runs: [],
    planned: new Set(),
    files: new FilesSeen(),
    tally: undefined,
    clip: newClipper(),
    opened: undefined,
    records: 0,
    asked: { seq: 0, at: 0 },
    intents: new Map(),
  };
  return {
    take: (record) => takeRecord(telling, record),
    told: (head, torn) => storyOf(telling, head, torn),
  };
}

function storyOf({ opened, runs, planned, records }: Telling, head: Head, torn: boolean): SessionStory {
  if (opened === undefined) throw new TypeError('a session that was read begins with its opening');
  const { session_id, contract, parent } = opened;
  return {
    session_id,
    contract,
    opened: markOf(opened),
    head,
    records,
    torn,
    ...(parent !== undefined && { parent }),
    runs,
    waiting: [...planned],
  };
}

function takeRecord(telling: Telling, record: SessionRecord): void {
  telling.records += 1;
  switch (record.type) {
    case 'session.opened':
      telling.opened = record;
      for (const { run_id } of record.runs) telling.planned.add(run_id);
      return;
    case 'session.appended':
      for (const { run_id } of record.runs) telling.planned.add(run_id);
      return;
    case 'run.opened':
      telling.planned.delete(record.run_id);
      telling.clip = newClipper();
      telling.tally = newTally(record);
      telling.runs.push(newRun(record, telling.tally));
      return;
  }
  const { tally } = telling;
  const run = telling.runs.at(-1);
  if (run?.stop_reason !== 'open' || tally === undefined) return;
  count(tally, record);
  takeInRun(telling, run, tally, record);
}

type InRun = Exclude<SessionRecord, { readonly type: 'session.opened' | 'session.appended' | 'run.opened' }>;

function takeInRun(telling: Telling, run: RunStory, tally: RunTally, record: InRun): void {
  const mark = markOf(record);
  run.last = mark;
  run.last_hash = record.hash;
  run.records += 1;
  run.redacted += record.redacted ?? 0;
  const turn = run.turns.at(-1);
  if (record.type === 'session.resumed') run.settings = record.settings ?? run.settings;
  if (record.type === 'run.closed') run.stop_reason = record.stop_reason;
  else if (record.type === 'turn.opened')
    run.turns.push({
      turn: record.turn,
      prompt: telling.clip(record.prompt),
      opened: mark,
      steps: [],
      tally: tally.turn,
    });
  else if (record.type === 'model.requested') telling.asked = mark;
  else if (turn !== undefined) takeInTurn({ ...telling, run, turn }, record, mark);
}

function newRun(record: RecordOf<'run.opened'>, { totals }: RunTally): RunStory {
  const { run_id, settings, pool, capture, fence = {}, continues, hash, redacted } = record;
  return {
    run_id,
    ...(continues !== undefined && { continues }),
    pool: pool.map(({ name }) => name),
    capture,
    fence,
    settings,
    opened: markOf(record),
    last: markOf(record),
    last_hash: hash,
    records: 1,
    stop_reason: 'open',
    totals,
    turns: [],
    spending: [],
    files: [],
    redacted: redacted ?? 0,
  };
}

function markOf({ seq, at }: SessionRecord): Mark {
  return { seq, at: Date.parse(at) };
}
