// The fold: a run's state, one record further. Live, resumed and replayed runs all come through here.

import {
  type Aside,
  isAside,
  isOfSubagent,
  type PlannedRun,
  type RecordOf,
  type RunSettings,
  type SessionRecord,
} from '../protocol/records.js';
import { count, type Known, newTally, noneKnown } from '../session/tally.js';
import { advanceCallsAlone, newCallsAlone } from './advance-calls-alone.js';
import { advanceTurn } from './advance-turn.js';
import { addMessage, beginTurn, emptyConversation } from './conversation.js';
import { HeldTurns } from './held-turns.js';
import { incoherent } from './incoherent.js';
import { allUsed, answersOf, openRunOf, type RunState, type State, wallTimeOf } from './state.js';

/** Changes the state in place; the cost does not depend on how long the log is. */
export function advance(state: State, record: SessionRecord): void {
  // What another agent's subagents did beside the run decides nothing here.
  if (isOfSubagent(record)) return;
  if (record.type === 'run.opened') {
    openRun(state, record);
    return;
  }
  const run = openRunOf(state);
  if (run !== undefined) {
    count(run.tally, record);
    if (!isAside(record)) advanceRun(run, record);
    run.wall.last = record.at;
  } else if (!record.type.startsWith('session.') && !isAside(record))
    throw incoherent(record, 'no run is open');
}

function advanceRun(run: RunState, record: Exclude<SessionRecord, RecordOf<'run.opened'> | Aside>): void {
  switch (record.type) {
    case 'session.opened':
    case 'session.appended':
    case 'session.moved':
    case 'session.claimed':
      return;
    case 'session.repaired':
      leaveGap(run, record.at);
      return;
    case 'session.resumed':
      // Who resumes a run gives it its time anew.
      run.wall = { before_ms: 0, since: record.at, last: record.at };
      run.settings = record.settings ?? run.settings;
      run.pool = run.pool.filter(({ name }) => !record.tools_missing?.includes(name));
      // The tools may be others now, and the policy may leave fewer of them.
      run.conversation.digest = undefined;
      return;
    case 'turn.opened':
      openTurn(run, record);
      return;
    case 'run.closed':
      if (run.turn !== undefined) throw incoherent(record, 'a turn is still open');
      run.stop_reason = record.stop_reason;
      return;
    default:
      if (run.turn === undefined) throw incoherent(record, 'no turn is open');
      if (run.turn.alone === undefined) advanceTurn(run, run.turn, record);
      else advanceCallsAlone(run, run.turn, run.turn.alone, record);
  }
}

function openRun(state: State, record: RecordOf<'run.opened'>): void {
  const open = openRunOf(state);
  if (open !== undefined) throw incoherent(record, `run ${open.run_id} is still open`);
  const continued = record.continues === undefined ? undefined : state.run;
  if (continued?.run_id !== record.continues) {
    throw incoherent(record, `it continues ${record.continues}, which is not the run before it`);
  }
  const reopens = record.reopens ? continued?.unfinished : undefined;
  if (record.reopens && reopens === undefined) throw incoherent(record, 'there is no turn to go on with');
  state.run = {
    run_id: record.run_id,
    agent: record.agent.name,
    callsAlone: record.capture.model === 'driven' || record.capture.model === 'captured',
    settings: record.settings,
    pool: record.pool,
    context: record.context ?? [],
    conversation: { ...(continued?.conversation ?? emptyConversation()), digest: undefined },
    tally: newTally(record),
    earlier: earlierOf(continued, reopens !== undefined),
    wall: { before_ms: 0, since: record.at, last: record.at },
    calls: 0,
    turns: new HeldTurns(),
    turn: undefined,
    unfinished: undefined,
    reopens,
    answersBefore: reopens === undefined ? 0 : answersToSkip(continued, record.settings),
    approved: new Set(state.run?.approved),
    failure: undefined,
    stop_reason: undefined,
  };
}

/** A turn that is gone on with counted when it was first opened. */
function earlierOf(continued: RunState | undefined, reopens: boolean): Known {
  const used = continued === undefined ? noneKnown() : allUsed(continued);
  return reopens ? { ...used, turns: used.turns - 1 } : used;
}

/** How many answers of its script or recording a run that is about to go on, or to begin, has had already. */
export function answeredOf(state: State, { reopens, settings }: PlannedRun): number {
  const open = openRunOf(state);
  if (open !== undefined) return answersOf(open);
  return reopens ? answersToSkip(state.run, settings) : 0;
}

/** Another script, or another recording, begins at its beginning. */
function answersToSkip(run: RunState | undefined, settings: RunSettings): number {
  const { model, script_digest } = settings;
  const isSame = run?.settings.model === model && run.settings.script_digest === script_digest;
  return run !== undefined && isSame ? answersOf(run) : 0;
}

function openTurn(run: RunState, record: RecordOf<'turn.opened'>): void {
  if (run.turn !== undefined) throw incoherent(record, 'the turn before it is still open');
  const begun = {
    turn: record.turn,
    prompt: record.prompt,
    matched: { commands: record.matched_commands ?? [], tools: record.matched_tools ?? [] },
    tally: run.tally.turn,
    attempts: 0,
    retry_after_ms: undefined,
    ...(run.callsAlone && { alone: newCallsAlone() }),
  };
  if (run.reopens !== undefined && run.turns.length === 0) {
    const { turn, conversation } = run.reopens;
    Object.assign(run.conversation, conversation, { digest: undefined });
    // A new process of a driven agent has said nothing of this turn.
    run.turn = { ...turn, ...begun, ...(run.callsAlone && { output: '' }) };
    return;
  }
  run.turn = {
    ...begun,
    checkpoint: beginTurn(run.conversation),
    answer: undefined,
    output: '',
    rejections: 0,
  };
  addMessage(run.conversation, { role: 'user', text: record.prompt }, [record.seq]);
}

/** Nobody worked on the run between its last record and this one. */
function leaveGap(run: RunState, at: string): void {
  run.wall.before_ms = wallTimeOf(run);
  run.wall.since = at;
}
