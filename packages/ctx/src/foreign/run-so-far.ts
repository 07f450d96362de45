// How a run of another agent stands, folded from its records: as they are written, or as a log holds them already.

import type { RecordOf, SessionRecord, StopReason } from '../protocol/records.js';
import { count, newTally, type RunTally } from '../session/tally.js';

export interface RunSoFar {
  readonly run_id: string;
  readonly parent: string | undefined;
  /** Whether hooks told of it while it happened. */
  readonly captured: boolean;
  /** Whether ctx conducted it: what it tells is told again by its transcript, whole. */
  readonly driven: boolean;
  readonly tally: RunTally;
  closed: boolean;
  turns: number;
  /** Model calls so far. */
  calls: number;
  /** Of the open turn. */
  turn: OpenTurn | undefined;
  lastStop: StopReason;
  /** The file that an import was reading when it opened the run, and from where. */
  source: { readonly name: string; readonly from: number } | undefined;
}

export interface OpenTurn {
  readonly turn: number;
  readonly prompt: string;
  /** The text of the last answer. */
  output: string;
  /** How the last answer ended; nothing once its calls have been dealt with, or before there was one. */
  finish: string | undefined;
  /** Calls that were let through and did not return, with their tools. */
  readonly open: Map<string, string>;
}

export function newRunSoFar(opened: RecordOf<'run.opened'>): RunSoFar {
  return {
    run_id: opened.run_id,
    parent: opened.parent?.run_id,
    captured: opened.capture.model === 'captured',
    driven: opened.capture.model === 'driven',
    tally: newTally(opened),
    closed: false,
    turns: 0,
    calls: 0,
    turn: undefined,
    lastStop: 'completed',
    source: undefined,
  };
}

/** Takes a record of the run, the one after its opening or a later one. */
export function takeInRun(run: RunSoFar, record: SessionRecord): void {
  if (record.type === 'run.closed') {
    run.closed = true;
    return;
  }
  count(run.tally, record);
  switch (record.type) {
    case 'turn.opened':
      run.turn = { turn: record.turn, prompt: record.prompt, output: '', finish: undefined, open: new Map() };
      return;
    case 'model.requested':
      run.calls = record.call;
      if (run.turn !== undefined) run.turn.finish = undefined;
      return;
    case 'model.responded':
      if (run.turn === undefined) return;
      run.turn.output = record.content.reduce(
        (all, part) => (part.type === 'text' ? all + part.text : all),
        '',
      );
      run.turn.finish = record.finish;
      return;
    case 'tool.requested':
      run.turn?.open.set(record.call_id, record.tool);
      return;
    case 'tool.returned':
    case 'tool.denied':
      run.turn?.open.delete(record.call_id);
      if (run.turn !== undefined) run.turn.finish = undefined;
      return;
    case 'turn.closed':
      run.turns += 1;
      run.lastStop = record.result.stop_reason;
      run.turn = undefined;
  }
}

/** Why the open turn ends, if it ends here; nothing where its records do not say that it is over. */
export function stopOf({ tally, turn }: RunSoFar): StopReason | undefined {
  const { stop } = tally.turn;
  if (stop !== undefined) return stop;
  switch (turn?.finish) {
    case 'length':
    case 'content_filter':
      return turn.finish;
    case 'stop':
      return 'completed';
    default:
      return undefined;
  }
}
