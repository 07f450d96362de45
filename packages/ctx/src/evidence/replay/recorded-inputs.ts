// The model, the tools, the interruptions and the matches of a replay: nothing here calls, runs, waits or measures.

import type { Interruption } from '../../agent/interruption.js';
import type { Model, ModelAnswer, Router, Tool } from '../../agent/ports.js';
import type { Approver } from '../../approve/question.js';
import type { RecordOf } from '../../protocol/records.js';
import { isOutside, type Recording } from './recording.js';

export interface RecordedInputs {
  readonly model: Model;
  readonly interruption: Interruption;
  readonly route: Router;
  readonly approver: Approver;
  /**
   * The built-in tools and those of the run's servers, which do nothing: what they returned is in the log. Unless the
   * built-in ones are to run for real; a server is never started.
   */
  tools(builtIn: readonly Tool[], live: boolean): readonly Tool[];
}

/** For the loop of one process: what a crash cut off, the next one goes on with. */
export function recordedInputs(
  recording: Recording,
  opened: RecordOf<'run.opened'>,
  cancel?: AbortSignal,
): RecordedInputs {
  const stop = new AbortController();
  const signal = cancel === undefined ? stop.signal : AbortSignal.any([stop.signal, cancel]);
  const interrupted = (ahead = 0) => recording.peekOf('turn.interrupted', ahead);
  return {
    model: {
      name: opened.settings.model,
      source: 'recorded',
      // A log that is older than this member has no price, and then no price decides anything.
      price: opened.price ?? { input: 0, output: 0 },
      contextTokens: opened.context_tokens,
      async call() {
        // The answer of a model that was being stopped may still have come; the stop is next in the log then.
        const answered = recording.peekOf('model.responded') !== undefined ? 1 : 0;
        if (interrupted(answered) !== undefined) stop.abort();
        return answerOf(recording);
      },
      leftOver: () => recording.peekOf('model.failed')?.message,
    },
    interruption: {
      signal,
      cause() {
        const record = interrupted();
        if (record === undefined) return undefined;
        const { cause, signal } = record;
        return { cause, ...(signal !== undefined && { signal }) };
      },
      release: () => {},
    },
    approver: {
      // What was asked is next in the log, or what kept it from being asked.
      via() {
        const next = recording.peekInside();
        if (next?.type === 'approval.requested') return next.via;
        return next?.type === 'turn.interrupted' ? 'terminal' : undefined;
      },
      async ask() {
        if (recording.peekInside()?.type === 'turn.interrupted') stop.abort();
        // The log puts the recorded answer in the place of this one.
        return { answer: 'deny', scope: 'once', via: 'terminal', by: null };
      },
    },
    route: () => {
      const record = recording.peekOf('turn.opened');
      return { commands: record?.matched_commands ?? [], tools: record?.matched_tools ?? [] };
    },
    tools: (builtIn, live) =>
      // What was shown is in the log; files of today have no part in it.
      [...builtIn, ...toolsOfServers(opened)].map(({ preview: _, ...tool }) => ({
        ...tool,
        async run(input, options) {
          const isCutShort = batchWasInterrupted(recording);
          if (isCutShort) stop.abort();
          // What a call did that was cut short, nobody knows; it is not made again.
          return live && !isCutShort && tool.recorded === undefined
            ? tool.run(input, options)
            : { output: '', is_error: false };
        },
      })),
  };
}

/** What the log says of them is all that the loop needs: whether an input fitted is in the result. */
function toolsOfServers({ pool }: RecordOf<'run.opened'>): readonly Tool[] {
  return pool
    .filter(({ server }) => server !== undefined)
    .map((recorded) => ({
      name: recorded.name,
      description: '',
      input: {},
      readOnly: recorded.read_only === true,
      recorded,
      run: async () => ({ output: '', is_error: false }),
    }));
}

/** Of calls that were under way together, one that was cut short makes the loop say that the turn was. */
function batchWasInterrupted(recording: Recording): boolean {
  for (let ahead = 0; ; ahead++) {
    const next = recording.peek(ahead);
    if (next !== undefined && isOutside(next)) continue;
    const returned = recording.peekOf('tool.returned', ahead);
    if (returned === undefined) return false;
    if (returned.interrupted) return true;
  }
}

/** Only its kind matters: the log puts the recorded record in the place of what the loop makes of this. */
function answerOf(recording: Recording): ModelAnswer {
  const failed = recording.peekOf('model.failed');
  const { content = [], finish = 'stop' } = recording.peekOf('model.responded') ?? {};
  if (failed === undefined && recording.peekOf('model.responded') !== undefined) {
    return { kind: 'responded', content, finish, usage: { input_tokens: 0, output_tokens: 0 } };
  }
  return { kind: 'failed', failure: 'cut_off', retryable: false, message: '' };
}
