// One run as a trajectory, written step by step: it holds the step that may still get results, and nothing before it.

import {
  happenedAt,
  type RecordOf,
  type SessionRecord,
  type StopReason,
  type Totals,
} from '../../protocol/records.js';
import { count, newTally, plus, type RunTally } from '../../session/tally.js';
import {
  type AgentStep,
  answerStep,
  atifVersion,
  callsOnlyStep,
  type OtherStep,
  requestedCall,
  resultOf,
  stepText,
} from './step.js';

export interface TrajectoryPlace {
  readonly session_id: string;
  readonly write: (text: string) => void;
}

export class Trajectory {
  /** What its end says of its beginning; the rest of that record is not kept. */
  readonly #begun: { readonly at: string; readonly seq: number; readonly facts: object };
  readonly #place: TrajectoryPlace;
  readonly #tally: RunTally;
  readonly #approvals = new Map<string, object>();
  readonly #refs = new Map<string, object[]>();
  #model: string;
  #effort: string | undefined;
  #steps = 0;
  #open: AgentStep | undefined;
  #hasAnswered = false;
  #cached: number | null = 0;
  /** Of the runs that this one started. */
  #below: number | null = 0;
  #stop: StopReason | 'open' = 'open';

  constructor(opened: RecordOf<'run.opened'>, place: TrajectoryPlace) {
    const { run_id, agent, settings, capture, pool, fence } = opened;
    const { continues, parent, retells, seq } = opened;
    this.#begun = {
      at: happenedAt(opened),
      seq,
      facts: {
        run_id,
        seq,
        ...(continues !== undefined && { continues }),
        ...(parent !== undefined && { parent }),
        ...(retells !== undefined && { retells }),
      },
    };
    this.#place = place;
    this.#model = settings.model;
    this.#effort = settings.effort;
    this.#tally = newTally(opened);
    const { name, version = 'unknown' } = agent;
    const extra = { capture, tools: pool.map((tool) => tool.name), ...(fence !== undefined && { fence }) };
    const head = {
      schema_version: atifVersion,
      session_id: place.session_id,
      trajectory_id: trajectoryId(place.session_id, run_id),
      agent: { name, version, model_name: settings.model, extra },
    };
    place.write(`${JSON.stringify(head).slice(0, -1)},"steps":[`);
    if (settings.system !== undefined) this.#other('system', settings.system, opened);
  }

  take(record: SessionRecord): void {
    count(this.#tally, record);
    switch (record.type) {
      case 'turn.opened':
        this.#hasAnswered = false;
        this.#other('user', record.prompt, record, { turn: record.turn });
        return;
      case 'model.responded':
        this.#answered(record);
        return;
      case 'model.failed': {
        const { failure, status, will_retry, message } = record;
        const what = `Model call failed: ${failure}${status === undefined ? '' : ` ${status}`}`;
        this.#other('system', what, record, { message, will_retry });
        return;
      }
      case 'approval.given': {
        const { answer, by, via, scope } = record;
        this.#approvals.set(record.call_id, { answer, by, via, scope });
        return;
      }
      case 'tool.requested':
        this.#stepWith(record);
        return;
      case 'tool.denied':
      case 'tool.returned':
        this.#result(record);
        return;
      case 'workspace.changed':
        if (this.#open !== undefined) {
          this.#open.extra.files_changed ??= [];
          this.#open.extra.files_changed.push(...record.paths);
        }
        return;
      case 'output.rejected':
        this.#other('user', record.reply, record, { rejected: record.reasons });
        return;
      case 'context.compacted':
        this.#other('system', 'The context was compacted.', record, {}, contextManagement(record));
        return;
      case 'session.resumed':
        this.#model = record.settings?.model ?? this.#model;
        this.#effort = record.settings?.effort ?? this.#effort;
        return;
      case 'turn.closed':
        this.#closeTurn(record);
    }
  }

  /** A run that one of its calls started, in a file of its own. */
  started(run_id: string, call_id: string | undefined, file: string): void {
    if (call_id === undefined) return;
    const { session_id } = this.#place;
    const ref = { trajectory_id: trajectoryId(session_id, run_id), trajectory_path: file, session_id };
    this.#refs.set(call_id, [...(this.#refs.get(call_id) ?? []), ref]);
  }

  spentBelow(cost: number | null): void {
    this.#below = plus(this.#below, cost);
  }

  get cost(): number | null {
    return plus(this.#tally.totals.cost_microusd, this.#below);
  }

  close(stop: StopReason): void {
    this.#flush();
    this.#stop = stop;
  }

  /** The last step, and what stands behind all of them; `more` is only known when the whole log was read. */
  end(more: { readonly chain_head: string; readonly continued: string | undefined }): void {
    this.#flush();
    const { at, seq, facts } = this.#begun;
    if (this.#steps === 0)
      this.#write({
        timestamp: at,
        source: 'system',
        message: 'No turn was opened.',
        extra: { ctx: { seq } },
      });
    const tail = {
      final_metrics: this.#metrics(this.#tally.totals),
      ...(more.continued !== undefined && { continued_trajectory_ref: more.continued }),
      extra: { ctx: { ...facts, stop_reason: this.#stop, chain_head: more.chain_head } },
    };
    this.#place.write(`],${JSON.stringify(tail).slice(1)}\n`);
  }

  #metrics(totals: Totals): object {
    const { input_tokens, output_tokens, turns, model_calls, tool_calls } = totals;
    return {
      ...(input_tokens !== null && { total_prompt_tokens: input_tokens }),
      ...(output_tokens !== null && { total_completion_tokens: output_tokens }),
      ...(this.#cached !== null && { total_cached_tokens: this.#cached }),
      ...(this.cost !== null && { total_cost_usd: this.cost / 1e6 }),
      total_steps: this.#steps,
      extra: { turns, model_calls, tool_calls, denials: this.#tally.denials },
    };
  }

  #answered(record: RecordOf<'model.responded'>): void {
    this.#flush();
    this.#hasAnswered = true;
    this.#cached = plus(this.#cached, record.usage === null ? null : (record.usage.cache_read_tokens ?? 0));
    this.#open = answerStep(record, happenedAt(record), this.#model, this.#effort);
  }

  /** The open step if it has the call, or one that gets it: a result stands in the step of its call. */
  #stepWith(record: RecordOf<'tool.requested'> | RecordOf<'tool.denied'>): AgentStep {
    const { call_id, tool, input, seq } = record;
    const has = this.#open?.tool_calls.some(({ tool_call_id }) => tool_call_id === call_id);
    if (this.#open !== undefined && has) return this.#open;
    const waits = this.#open !== undefined && this.#open.results.length < this.#open.tool_calls.length;
    if (!waits || this.#open === undefined) {
      this.#flush();
      this.#open = callsOnlyStep(happenedAt(record), seq);
    }
    this.#open.tool_calls.push(requestedCall(call_id, tool, input));
    return this.#open;
  }

  #result(record: RecordOf<'tool.returned'> | RecordOf<'tool.denied'>): void {
    if (record.type === 'tool.denied') this.#stepWith(record);
    const { call_id, seq } = record;
    const result = resultOf(record);
    const call = this.#open?.tool_calls.find(({ tool_call_id }) => tool_call_id === call_id);
    if (this.#open === undefined || call === undefined) {
      // A result that came after its step was told: it stands by itself.
      this.#flush();
      const { source_call_id, ...alone } = result;
      this.#open = callsOnlyStep(happenedAt(record), seq);
      this.#open.results.push({ ...alone, extra: { ...alone.extra, call_id: source_call_id } });
      return;
    }
    const approval = this.#approvals.get(call_id);
    if (approval !== undefined) call.extra = { ...call.extra, approval };
    this.#approvals.delete(call_id);
    this.#open.results.push(result);
  }

  #closeTurn(record: RecordOf<'turn.closed'>): void {
    this.#approvals.clear();
    // Of a captured run only the end of a turn shows what was said.
    if (this.#hasAnswered || record.result.output === '') return;
    this.#flush();
    this.#open = { ...callsOnlyStep(happenedAt(record), record.seq), message: record.result.output };
  }

  #other(
    source: 'system' | 'user',
    message: string,
    record: SessionRecord,
    more: object = {},
    extra: object = {},
  ): void {
    this.#flush();
    const facts = { ...extra, ctx: { seq: record.seq, ...more } };
    this.#write({ timestamp: happenedAt(record), source, message, extra: facts });
  }

  #flush(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return;
    for (const result of open.results) {
      const refs = this.#refs.get(result.source_call_id ?? '');
      if (refs !== undefined) result.subagent_trajectory_ref = refs;
    }
    this.#refs.clear();
    this.#write(open);
  }

  #write(step: AgentStep | OtherStep): void {
    this.#steps += 1;
    this.#place.write(`${this.#steps === 1 ? '' : ','}\n${stepText(this.#steps, step)}`);
  }
}

function trajectoryId(session_id: string, run_id: string): string {
  return `${session_id}/${run_id}`;
}

/** As readers of the format look for it. Without a boundary: the newest messages stay, so nothing replaces all that was before. */
function contextManagement({ tokens_before, tokens_after }: RecordOf<'context.compacted'>): object {
  return {
    context_management: {
      type: 'compaction',
      ...(tokens_before !== null && { tokens_before }),
      ...(tokens_after !== null && { tokens_after }),
    },
  };
}
