// A run that ctx drove another agent through, replayed: the agent is the recorded part, and what ctx decided is decided again.

import type { Interruption } from '../../agent/interruption.js';
import type { SessionState } from '../../agent/session-state.js';
import type { Approver, GivenAnswer } from '../../approve/question.js';
import type { Desk, DrivenAgent, TurnEnd } from '../../drive/agent-port.js';
import { conductDriven } from '../../drive/conduct-driven.js';
import type { PlannedRun, RecordOf, SessionRecord } from '../../protocol/records.js';
import { comparingLog } from './comparing-log.js';
import { EndOfRecording, isOutside, type Recording } from './recording.js';

export interface DrivenProcess {
  readonly opened: RecordOf<'run.opened'>;
  readonly planned: PlannedRun;
  readonly onRecord: (record: SessionRecord) => void;
  readonly cancel?: AbortSignal | undefined;
}

export async function replayDriven(
  recording: Recording,
  state: SessionState,
  { opened, planned, onRecord, cancel }: DrivenProcess,
): Promise<void> {
  const stop = new AbortController();
  const answers = new Map<string, (given: GivenAnswer) => void>();
  const interruption: Interruption = {
    signal: cancel === undefined ? stop.signal : AbortSignal.any([stop.signal, cancel]),
    cause() {
      const record = recording.peekInside();
      if (record?.type !== 'turn.interrupted') return undefined;
      const { cause, signal } = record;
      return { cause, ...(signal !== undefined && { signal }) };
    },
    release: () => {},
  };
  const approver: Approver = {
    via() {
      const next = recording.peekInside();
      return next?.type === 'approval.requested' ? next.via : undefined;
    },
    // Settled when the log says that somebody answered.
    ask: ({ call_id }) => new Promise((resolve) => answers.set(call_id, resolve)),
  };
  let leads: string | undefined;
  try {
    await conductDriven({
      planned,
      state: state.runs,
      agent: recordedAgent(recording, opened, {
        answers,
        stop: () => stop.abort(),
        leadTo: (to) => {
          leads = to;
        },
      }),
      fence: opened.fence,
      log: comparingLog(recording, { onRecord, anotherModel: false }),
      clock: { now: () => 0, deterministic: true },
      cancel: interruption.signal,
      interruption,
      approver,
      leadsTo: () => leads,
      emit: () => {},
    });
  } catch (error) {
    if (!(error instanceof EndOfRecording)) throw error;
  }
  state.opened.add(opened.run_id);
}

interface Around {
  /** Who waits for an answer about which call. */
  readonly answers: ReadonlyMap<string, (given: GivenAnswer) => void>;
  stop(): void;
  leadTo(path: string | undefined): void;
}

function recordedAgent(
  recording: Recording,
  { agent, fence }: RecordOf<'run.opened'>,
  { answers, stop, leadTo }: Around,
): DrivenAgent {
  return {
    agent,
    enforcement: fence?.enforcement ?? [],
    tellsAnswers: true,
    async prompt(_, desk) {
      const asked = new Questions(desk);
      for (;;) {
        asked.throwWhatFailed();
        const next = recording.peekInside();
        if (next === undefined) throw new EndOfRecording();
        const ended = endIn(recording, next, desk);
        if (next.type === 'turn.interrupted') stop();
        if (ended !== undefined) return ended;
        if (next.type === 'approval.given') answers.get(next.call_id)?.(next);
        else play(recording, next, asked, leadTo);
        // What was asked and answered goes on in its own time.
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    cancel: () => {},
    end: async () => {},
  };
}

/** What is asked is not waited for: where the log differs from what comes of it, the next look says so. */
class Questions {
  readonly desk: Desk;
  #failed: unknown;

  constructor(desk: Desk) {
    this.desk = desk;
  }

  ask(...words: Parameters<Desk['ask']>): void {
    this.desk.ask(...words).catch((error: unknown) => {
      this.#failed ??= error;
    });
  }

  throwWhatFailed(): void {
    if (this.#failed !== undefined) throw this.#failed;
  }
}

/** What the agent told or asked, so that this record came of it. */
function play(
  recording: Recording,
  next: SessionRecord,
  asked: Questions,
  leadTo: (path: string | undefined) => void,
): void {
  const { desk } = asked;
  switch (next.type) {
    case 'model.requested': {
      const { finish = 'stop', content = [] } =
        recording.peekOf('model.responded', aheadOf(recording, next) + 1) ?? {};
      say(content, desk);
      desk.answer({ finish });
      return;
    }
    case 'usage.reported':
      desk.usage(next.of, { usage: next.usage ?? undefined, cost_microusd: next.cost_microusd ?? undefined });
      return;
    case 'approval.requested':
    case 'tool.requested':
    case 'tool.denied': {
      const call = callOf(recording, next.call_id);
      leadTo(call.leads_to);
      const by = call.type === 'tool.requested' ? call.enforcement : undefined;
      if (by === 'none') desk.began(call);
      else asked.ask(call, by);
      return;
    }
    case 'tool.returned':
      desk.returned(next);
      return;
    default:
      throw new EndOfRecording();
  }
}

function say(content: RecordOf<'model.responded'>['content'], desk: Desk): void {
  for (const part of content) {
    if (part.type === 'text') desk.text(part.text);
    else if (part.type === 'reasoning') desk.thought(part.text);
  }
}

/** The question alone does not hold the call: what came of it does. */
function callOf(recording: Recording, call_id: string) {
  for (let ahead = 0; ; ahead++) {
    const record = recording.peek(ahead);
    if (record === undefined) throw new EndOfRecording();
    if ((record.type === 'tool.requested' || record.type === 'tool.denied') && record.call_id === call_id)
      return record;
  }
}

/** How the turn ended, where all that is left of it is its end. */
function endIn(recording: Recording, next: SessionRecord, desk: Desk): TurnEnd | undefined {
  const isCutShort = next.type === 'tool.returned' && next.interrupted === true;
  const failed =
    next.type === 'model.requested'
      ? recording.peekOf('model.failed', aheadOf(recording, next) + 1)
      : undefined;
  if (failed === undefined && !isCutShort && next.type !== 'turn.interrupted' && next.type !== 'turn.closed')
    return undefined;
  const failure = failed ?? laterFailure(recording);
  if (failure === undefined) return isCutShort ? lastWords(recording, desk) : { how: 'ended' };
  const { message, status, failure: kind } = failure;
  return { how: 'failed', message, ...(status !== undefined && { status }), isAgents: kind === 'agent' };
}

/** What it said last, and used, stands behind the calls that it left open. */
function lastWords(recording: Recording, desk: Desk): TurnEnd {
  let ended: Extract<TurnEnd, { how: 'ended' }> = { how: 'ended' };
  for (let ahead = 0; ; ahead++) {
    const record = recording.peek(ahead);
    if (record === undefined || record.type === 'turn.closed' || record.type === 'turn.interrupted')
      return ended;
    if (record.type === 'model.responded') {
      say(record.content, desk);
      ended = { ...ended, finish: record.finish };
    }
    if (record.type === 'usage.reported') {
      const { usage, cost_microusd } = record;
      ended = { ...ended, usage: { usage: usage ?? undefined, cost_microusd: cost_microusd ?? undefined } };
    }
  }
}

function laterFailure(recording: Recording): RecordOf<'model.failed'> | undefined {
  for (let ahead = 0; ; ahead++) {
    const record = recording.peek(ahead);
    if (record === undefined || record.type === 'turn.closed') return undefined;
    if (record.type === 'model.failed') return record;
  }
}

function aheadOf(recording: Recording, record: SessionRecord): number {
  let ahead = 0;
  for (let next = recording.peek(); next !== undefined && next !== record; next = recording.peek(ahead)) {
    if (!isOutside(next)) break;
    ahead += 1;
  }
  return ahead;
}
