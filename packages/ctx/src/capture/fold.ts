// What a capture has to know of its own log to go on with it: which runs and turns are open, which calls have not returned, how far each
// file of the host was looked at. It follows from the records alone; the copy beside the log only saves reading them.

import { memberOf } from '../protocol/members.js';
import type { RecordOf, SessionRecord, StopReason } from '../protocol/records.js';
import { count, newTally, type RunTally } from '../session/tally.js';

export interface CaptureFold {
  /** Every run of the log, as often as its name may be asked for. */
  readonly opened: string[];
  /** The open run that a person talks to. */
  main: CapturedRun | undefined;
  /** The last such run, open or not, unless an import came after it. */
  last: string | undefined;
  /** Open runs of subagents, by their ids. */
  readonly agents: Record<string, CapturedRun>;
  /** How many calls there were, for those that their host gives no name. */
  calls: number;
  /** How many bytes of each source were looked at. */
  readonly sources: Record<string, number>;
  /** Whether a run from another source is open: its records are none of ours. */
  importing: boolean;
}

export interface CapturedRun {
  readonly run_id: string;
  readonly parent: string | undefined;
  readonly tally: RunTally;
  /** Of its last turn. */
  stop: StopReason;
  /** The open one. */
  turn: { readonly turn: number; readonly prompt: string } | undefined;
  readonly calls: OpenCall[];
}

export interface OpenCall {
  readonly call_id: string;
  readonly tool: string;
  /** The beginning of its input, by which a call is known again that has no name. */
  readonly about: string;
  /** Whether the host asked a person about it. */
  asked: boolean;
}

export function newFold(): CaptureFold {
  return {
    opened: [],
    main: undefined,
    last: undefined,
    agents: {},
    calls: 0,
    sources: {},
    importing: false,
  };
}

export function take(fold: CaptureFold, record: SessionRecord): void {
  if (record.type === 'run.opened') openRun(fold, record);
  else if (record.type === 'source.observed') fold.sources[record.source] = record.size;
  else {
    const run = runOf(fold, record);
    if (run !== undefined) takeInRun(fold, run, record);
    else if (record.type === 'run.closed' && record.parent === undefined) fold.importing = false;
  }
}

function openRun(fold: CaptureFold, record: RecordOf<'run.opened'>): void {
  const { run_id, parent, capture } = record;
  fold.opened.push(run_id);
  const isOurs = capture.model === 'captured';
  const run: CapturedRun = {
    run_id,
    parent: parent?.run_id,
    tally: newTally(record),
    stop: 'completed',
    turn: undefined,
    calls: [],
  };
  if (parent !== undefined) {
    if (isOurs) fold.agents[run_id] = run;
    return;
  }
  fold.importing = !isOurs;
  if (!isOurs) {
    // What an import told is not ours to continue.
    fold.last = undefined;
    return;
  }
  fold.main = run;
  fold.last = run_id;
}

function runOf(fold: CaptureFold, record: SessionRecord): CapturedRun | undefined {
  const isSubagents =
    record.type === 'run.closed' ? record.parent !== undefined : record.run_id !== undefined;
  if (isSubagents) return fold.agents[record.run_id ?? ''];
  return fold.importing ? undefined : fold.main;
}

function takeInRun(fold: CaptureFold, run: CapturedRun, record: SessionRecord): void {
  count(run.tally, record);
  switch (record.type) {
    case 'turn.opened':
      run.turn = { turn: record.turn, prompt: record.prompt };
      return;
    case 'tool.requested':
      fold.calls += 1;
      run.calls.push({
        call_id: record.call_id,
        tool: record.tool,
        about: aboutOf(record.input),
        asked: false,
      });
      return;
    case 'tool.denied':
      fold.calls += 1;
      return;
    case 'approval.requested':
      for (const call of run.calls) if (call.call_id === record.call_id) call.asked = true;
      return;
    case 'tool.returned': {
      const index = run.calls.findIndex(({ call_id }) => call_id === record.call_id);
      if (index >= 0) run.calls.splice(index, 1);
      return;
    }
    case 'turn.closed':
      run.stop = record.result.stop_reason;
      run.turn = undefined;
      return;
    case 'run.closed':
      if (fold.main === run) fold.main = undefined;
      delete fold.agents[run.run_id];
  }
}

const longestAbout = 200;

export function aboutOf(input: unknown): string {
  return JSON.stringify(input).slice(0, longestAbout);
}

export function isFold(value: unknown): value is CaptureFold {
  if (typeof value !== 'object' || value === null) return false;
  const { opened, main, agents, calls, sources }: Readonly<Record<string, unknown>> = { ...value };
  const areThere = Array.isArray(opened) && typeof calls === 'number' && typeof sources === 'object';
  if (!areThere || typeof agents !== 'object' || agents === null) return false;
  // Older versions counted by themselves.
  const runs: unknown[] = [...Object.values(agents), ...(main === undefined ? [] : [main])];
  return runs.every((run) => memberOf(run, 'tally') !== undefined);
}
