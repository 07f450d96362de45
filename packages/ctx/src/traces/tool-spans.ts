// The `execute_tool` spans of a run: calls that are under way, and what became of each.

import type { RecordOf } from '../protocol/records.js';
import { names } from './conventions.js';
import { argumentsText, clipped } from './messages.js';
import { type Attributes, type Span, type SpanEvent, spanIdOf } from './span.js';

interface OpenCall {
  readonly record: RecordOf<'tool.requested'>;
  readonly at: number;
  readonly turn: number;
  readonly events: SpanEvent[];
}

export interface ToolPlace {
  readonly traceId: string;
  /** The run's own span. */
  readonly spanId: string;
  readonly content: boolean;
  readonly common: () => Attributes;
  readonly end: (span: Span) => void;
}

/** More calls that are open at once nobody makes. */
const mostOpen = 4096;

export class ToolSpans {
  readonly #place: ToolPlace;
  readonly #calls = new Map<string, OpenCall[]>();
  #open = 0;

  constructor(place: ToolPlace) {
    this.#place = place;
  }

  /** The span of a call that is under way, for what was started by it. */
  spanOf(call_id: string): string | undefined {
    const call = this.#calls.get(call_id)?.[0];
    return call === undefined ? undefined : spanIdOf(this.#place.traceId, `record ${call.record.seq}`);
  }

  eventsOf(call_id: string): SpanEvent[] | undefined {
    return this.#calls.get(call_id)?.[0]?.events;
  }

  requested(record: RecordOf<'tool.requested'>, at: number, turn: number): void {
    if (this.#open >= mostOpen) this.endAll(at);
    const call = { record, at, turn, events: [] };
    const same = this.#calls.get(record.call_id);
    if (same === undefined) this.#calls.set(record.call_id, [call]);
    else same.push(call);
    this.#open += 1;
  }

  denied(record: RecordOf<'tool.denied'>, at: number, turn: number): void {
    const { input, rule, reason } = record;
    this.#end(record, turn, at, at, {
      attributes: {
        [names.rule]: rule,
        [names.errorType]: 'denied',
        ...(this.#place.content && {
          [names.reason]: clipped(reason),
          [names.toolArguments]: argumentsText(input),
        }),
      },
      error: deniedBy(rule),
    });
  }

  returned(record: RecordOf<'tool.returned'>, at: number): void {
    const call = this.#taken(record.call_id);
    if (call === undefined) return;
    const { output, exit_code, denied } = record;
    const type = whatWentWrong(record);
    this.#endCall(call, at, denied === undefined ? type : deniedBy(denied.rule), {
      [names.exitCode]: exit_code,
      [names.rule]: denied?.rule,
      [names.errorType]: type,
      ...(this.#place.content && { [names.toolResult]: clipped(output) }),
    });
  }

  /** What has no result when its turn is over never gets one. */
  endAll(at: number): void {
    for (const calls of this.#calls.values())
      for (const call of calls)
        this.#endCall(call, at, 'it has no result', { [names.errorType]: 'interrupted' });
    this.#calls.clear();
    this.#open = 0;
  }

  #taken(call_id: string): OpenCall | undefined {
    const open = this.#calls.get(call_id);
    const call = open?.shift();
    if (open?.length === 0) this.#calls.delete(call_id);
    if (call !== undefined) this.#open -= 1;
    return call;
  }

  #endCall(call: OpenCall, at: number, error: string | undefined, attributes: Attributes): void {
    const { input, enforcement } = call.record;
    this.#end(call.record, call.turn, call.at, at, {
      attributes: {
        [names.enforcement]: enforcement,
        ...attributes,
        ...(this.#place.content && { [names.toolArguments]: argumentsText(input) }),
      },
      events: call.events,
      error,
    });
  }

  #end(
    { tool, call_id, seq }: RecordOf<'tool.requested'> | RecordOf<'tool.denied'>,
    turn: number,
    from: number,
    to: number,
    more: Pick<Span, 'attributes' | 'events' | 'error'>,
  ): void {
    const { traceId, spanId, common, end } = this.#place;
    end({
      traceId,
      spanId: spanIdOf(traceId, `record ${seq}`),
      parentSpanId: spanId,
      name: `execute_tool ${tool}`,
      kind: 'internal',
      from,
      to,
      attributes: {
        [names.operation]: 'execute_tool',
        ...common(),
        [names.toolName]: tool,
        [names.toolType]: 'function',
        [names.toolCall]: call_id,
        [names.turn]: turn,
        [names.record]: seq,
        ...more.attributes,
      },
      events: more.events,
      error: more.error,
    });
  }
}

function deniedBy(rule: string): string {
  return `denied by the rule ${rule}`;
}

function whatWentWrong({ denied, interrupted, is_error }: RecordOf<'tool.returned'>): string | undefined {
  if (denied !== undefined) return 'denied';
  if (interrupted === true) return 'interrupted';
  return is_error ? 'tool_error' : undefined;
}
