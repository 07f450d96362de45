// A session replayed: every process that worked on it, one after the other, through the same loop that wrote it.

import { answeredOf } from '../../agent/advance.js';
import { conductRun } from '../../agent/conduct-run.js';
import type { Model } from '../../agent/ports.js';
import { advanceSession, newSessionState, type SessionState } from '../../agent/session-state.js';
import { openRunOf } from '../../agent/state.js';
import { builtinTools } from '../../agent/tools/builtin.js';
import { fail } from '../../protocol/codes.js';
import type { RecordOf, SessionRecord, StopReason } from '../../protocol/records.js';
import { comparingLog, Differs } from './comparing-log.js';
import type { Difference } from './difference.js';
import type { LiveTools } from './live-tools.js';
import { recordedInputs } from './recorded-inputs.js';
import { EndOfRecording, isOutside, Recording, unreplayable } from './recording.js';
import { replayDriven } from './replay-driven.js';

export interface Replay {
  readonly session_id: string;
  /** Records that came out the same. */
  readonly records: number;
  readonly turns: number;
  readonly runs: readonly { readonly run_id: string; readonly stop_reason: StopReason | 'open' }[];
  /** The first record that did not. */
  readonly difference: Difference | undefined;
}

export interface ReplayOptions {
  /** Gets each record once it came out the same. */
  readonly onRecord?: (record: SessionRecord) => void;
  /** Asked in the place of the recorded one, until it says something else. `answered`: how many calls the log answers. */
  readonly anotherModel?: ((answered: number, run_id: string) => Promise<Model>) | undefined;
  /** Runs the tools for real, and compares what they return; the loop goes on with what the log has. */
  readonly live?: LiveTools | undefined;
  /** Ends the wait for that model or for those tools. */
  readonly cancel?: AbortSignal;
}

export async function replaySession(
  records: readonly SessionRecord[],
  options: ReplayOptions = {},
): Promise<Replay> {
  const recording = new Recording(records);
  const state = newSessionState();
  const runs: { run_id: string; stop_reason: StopReason | 'open' }[] = [];
  let turns = 0;
  const seen = (record: SessionRecord) => {
    if (record.type === 'turn.closed') turns += 1;
    if (record.type === 'run.closed') runs.push({ run_id: record.run_id, stop_reason: record.stop_reason });
    options.onRecord?.(record);
  };
  const difference = await untilDifference(async () => {
    let opened: RecordOf<'run.opened'> | undefined;
    const driven = new Set<string>();
    for (let next = recording.peek(); next !== undefined; next = recording.peek()) {
      if (next.type.startsWith('session.') || isOutside(next)) {
        takeInput(recording, state, seen);
        if (next.type === 'session.resumed' && opened !== undefined) opened = withModel(opened, next);
        continue;
      }
      opened = recording.peekOf('run.opened') ?? opened;
      if (opened?.capture.model === 'driven') driven.add(opened.run_id);
      if (retellsDriven(recording, driven)) {
        passImported(recording, state, seen);
        continue;
      }
      if (opened === undefined) throw unreplayable(`record ${next.seq}`, 'no run is open');
      await replayProcess(recording, state, opened, seen, options);
    }
  });
  const open = openRunOf(state.runs);
  if (open !== undefined) runs.push({ run_id: open.run_id, stop_reason: 'open' });
  return { session_id: state.session_id, records: recording.place, turns, runs, difference };
}

/** A resume may have named another model for the open run: what is known of it counts from there on. */
function withModel(
  opened: RecordOf<'run.opened'>,
  { model }: RecordOf<'session.resumed'>,
): RecordOf<'run.opened'> {
  if (model === undefined) return opened;
  const { price: _price, context_tokens: _contextTokens, ...others } = opened;
  const { price, context_tokens } = model;
  return {
    ...others,
    ...(price !== undefined && { price }),
    ...(context_tokens !== undefined && { context_tokens }),
  };
}

async function untilDifference(work: () => Promise<void>): Promise<Difference | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof Differs) return error.difference;
    throw error;
  }
}

function takeInput(recording: Recording, state: SessionState, seen: (record: SessionRecord) => void): void {
  const record = recording.take();
  const isResumed = recording.peek(-2)?.type === 'session.resumed';
  if (record.type === 'session.appended' && !isResumed && openRunOf(state.runs) !== undefined)
    throw unreplayable(`record ${record.seq}`, 'runs were added while another was open');
  advanceSession(state, record);
  seen(record);
}

/** The transcript of a run that ctx drove. */
function retellsDriven(recording: Recording, driven: ReadonlySet<string>): boolean {
  const { retells } = recording.peekOf('run.opened') ?? {};
  return retells !== undefined && driven.has(retells);
}

/** What a transcript tells again is no loop's doing: it is read, and nothing is made of it. */
function passImported(
  recording: Recording,
  state: SessionState,
  seen: (record: SessionRecord) => void,
): void {
  for (let isOpen = true; isOpen; ) {
    const record = recording.take();
    isOpen = record.type !== 'run.closed' || record.parent !== undefined;
    advanceSession(state, record);
    seen(record);
  }
}

/** One run as one process conducted it: to its end, or as far as that process came. */
async function replayProcess(
  recording: Recording,
  state: SessionState,
  opened: RecordOf<'run.opened'>,
  onRecord: (record: SessionRecord) => void,
  { anotherModel, cancel, live }: ReplayOptions,
): Promise<void> {
  const { name } = opened.agent;
  if (name !== 'ctx' && opened.capture.model !== 'driven')
    throw fail('agent_foreign', { operation: 'replay', target: opened.run_id, agent: name });
  const planned = state.planned.find(({ run_id }) => run_id === opened.run_id);
  if (planned === undefined) throw unreplayable(`run ${opened.run_id}`, 'it was not planned');
  if (name !== 'ctx') {
    await replayDriven(recording, state, { opened, planned, onRecord, cancel });
    return;
  }
  const { model, interruption, route, approver, tools } = recordedInputs(recording, opened, cancel);
  try {
    await conductRun({
      planned,
      continues: opened.continues,
      state: state.runs,
      model: (await anotherModel?.(answeredOf(state.runs, planned), opened.run_id)) ?? model,
      tools: tools(live?.toolsFor(opened.settings) ?? builtinTools('.', {}), live !== undefined),
      log: comparingLog(recording, { onRecord, anotherModel: anotherModel !== undefined, live }),
      // Nothing waits: what the waiting led to is in the log.
      clock: { now: () => 0, deterministic: true },
      cancel: interruption.signal,
      interruption,
      approver,
      emit: () => {},
      route,
      random: () => 0,
    });
  } catch (error) {
    if (!(error instanceof EndOfRecording)) throw error;
  }
  state.opened.add(opened.run_id);
}
