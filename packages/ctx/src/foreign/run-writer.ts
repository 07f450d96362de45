// Writes the records of one run of another agent, so that each stands where the log's rules want it.

import type { Finish, ModelPart, RecordBodies, RecordType, Usage } from '../protocol/records.js';
import type { Log } from '../session/log.js';
import { turnResult } from '../session/tally.js';
import { type RunSoFar, stopOf } from './run-so-far.js';
import type { Compaction, FailureTold, Result } from './told.js';

/** An answer with all its pieces. */
export interface WholeAnswer {
  readonly id: string | undefined;
  readonly parts: readonly ModelPart[];
  readonly finish: Finish | undefined;
  /** `none`: it was counted with an earlier part of the same answer. */
  readonly usage: Usage | 'none' | undefined;
  readonly cost_microusd: number | undefined;
  readonly model: string | undefined;
  readonly request: string | undefined;
  readonly at: string | undefined;
}

export class RunWriter {
  readonly run: RunSoFar;
  readonly #log: Log;
  readonly #own: { readonly run_id?: string };

  /** The log folds what is appended into `run`. */
  constructor(log: Log, run: RunSoFar) {
    this.#log = log;
    this.run = run;
    this.#own = run.parent === undefined ? {} : { run_id: run.run_id };
  }

  openTurn(prompt: string | undefined, at: string | undefined): void {
    this.closeTurn();
    this.#append('turn.opened', {
      turn: this.run.turns + 1,
      prompt: prompt ?? '',
      ...when(at),
      ...(prompt === undefined && { derived: ['prompt'] }),
    });
  }

  answer(answer: WholeAnswer): void {
    const { finish, derived } = finishOf(answer);
    const { usage, cost_microusd, id, model, at } = answer;
    const call = this.#ask(answer.request, at);
    if (usage === 'none') derived.push('usage', 'cost_microusd');
    this.#append('model.responded', {
      call,
      content: [...answer.parts],
      finish,
      usage: usage === 'none' ? { input_tokens: 0, output_tokens: 0 } : (usage ?? null),
      cost_microusd: usage === 'none' ? 0 : (cost_microusd ?? null),
      ...(id !== undefined && { response_id: id }),
      ...(model !== undefined && { response_model: model }),
      ...when(at),
      ...(derived.length > 0 && { derived }),
    });
  }

  failure({ message, status, at }: FailureTold, will_retry: boolean): void {
    const call = this.#ask(undefined, at);
    this.#append('model.failed', {
      call,
      attempt: 1,
      failure: status === undefined ? 'network' : 'status',
      ...(status !== undefined && { status }),
      retryable: will_retry,
      will_retry,
      message,
      ...when(at),
      derived: ['attempt', 'failure', 'retryable', 'will_retry'],
    });
  }

  /** A call of the last answer with what came of it; without a result, it was cut short. */
  call(part: Extract<ModelPart, { readonly call_id: string }>, result: Result | undefined): void {
    const { call_id, tool } = part;
    const at = when(result?.at);
    if (part.type === 'tool_call') {
      const { input } = part;
      if (result?.denied !== undefined) {
        const { rule, reason } = result.denied;
        const derived = result.derived ?? [];
        this.#append('tool.denied', {
          call_id,
          tool,
          input,
          rule,
          reason,
          ...at,
          ...(derived.length > 0 && { derived: [...derived] }),
        });
        return;
      }
      this.#append('tool.requested', {
        call_id,
        tool,
        input,
        enforcement: 'none',
        ...at,
        derived: ['enforcement'],
      });
    }
    if (result === undefined) {
      this.#cutShort(call_id, tool);
      return;
    }
    const { output, is_error, exit_code, interrupted, derived = [] } = result;
    this.#append('tool.returned', {
      call_id,
      tool,
      output,
      is_error,
      ...(exit_code !== undefined && { exit_code }),
      ...(interrupted === true && { interrupted }),
      ...at,
      ...(derived.length > 0 && { derived: [...derived] }),
    });
  }

  compacted({ tokens_before, tokens_after, at }: Compaction): void {
    this.#append('context.compacted', {
      messages_dropped: null,
      turns_dropped: null,
      outputs_cleared: [],
      tokens_before: tokens_before ?? null,
      tokens_after: tokens_after ?? null,
      ...when(at),
    });
  }

  interrupt(at?: string, observed = false): void {
    if (this.run.turn === undefined || stopOf(this.run) !== undefined) return;
    const derived = ['cause', ...(observed ? [] : ['cancel_observed'])];
    this.#append('turn.interrupted', { cause: 'signal', cancel_observed: observed, ...when(at), derived });
  }

  /** A turn whose records do not say that it is over was cut short. */
  closeTurn(): void {
    const { turn, tally } = this.run;
    if (turn === undefined) return;
    // What an import that was killed left open.
    for (const [call_id, tool] of turn.open) this.#cutShort(call_id, tool);
    this.interrupt();
    const stop_reason = stopOf(this.run) ?? 'cancelled';
    this.#append('turn.closed', { result: turnResult(turn, stop_reason, tally.turn) });
  }

  closeRun(): void {
    if (this.run.closed) return;
    this.closeTurn();
    const { run_id, parent, lastStop, tally } = this.run;
    this.#append('run.closed', {
      run_id,
      stop_reason: lastStop,
      totals: tally.totals,
      ...(parent !== undefined && { parent }),
    });
  }

  #cutShort(call_id: string, tool: string): void {
    const derived = ['output', 'is_error', 'interrupted'];
    this.#append('tool.returned', { call_id, tool, output: '', is_error: true, interrupted: true, derived });
  }

  #ask(request: string | undefined, at: string | undefined): number {
    const call = this.run.calls + 1;
    this.#append('model.requested', {
      call,
      request_digest: null,
      ...(request !== undefined && { foreign_digest: request }),
      kept: 0,
      messages: [],
      ...when(at),
      derived: ['kept', 'messages'],
    });
    return call;
  }

  #append<K extends RecordType>(type: K, body: RecordBodies[K]): void {
    this.#log.append(type, { ...body, ...this.#own });
  }
}

/** What the answer itself shows counts more than what the host says of it. */
function finishOf({ parts, finish }: WholeAnswer): { finish: Finish; derived: string[] } {
  const asks = parts.some(({ type }) => type === 'tool_call' || type === 'malformed_call');
  const shown: Finish = asks
    ? 'tool_calls'
    : finish === undefined || finish === 'tool_calls'
      ? 'stop'
      : finish;
  return { finish: shown, derived: shown === finish ? [] : ['finish'] };
}

function when(at: string | undefined): { happened_at?: string } {
  return at === undefined ? {} : { happened_at: at };
}
