// The spans of one run: `invoke_agent` around all of it, `chat` for each answer of the model, and those of its tool calls.

import {
  happenedAt,
  type RecordOf,
  type RunSettings,
  type SessionRecord,
  type StopReason,
} from '../protocol/records.js';
import { count, newTally, type RunTally } from '../session/tally.js';
import { modelOf, names, providerOf } from './conventions.js';
import { eventOf } from './event-of.js';
import {
  answerMessage,
  clipped,
  finishReason,
  promptMessage,
  resultMessage,
  type TracedMessage,
  textPart,
} from './messages.js';
import { type Attributes, type Span, type SpanEvent, spanIdOf } from './span.js';
import { ToolSpans } from './tool-spans.js';

export interface RunPlace {
  readonly session_id: string;
  readonly traceId: string;
  readonly parentSpanId: string | undefined;
  /** Whether texts, inputs and outputs go out, too. */
  readonly content: boolean;
  readonly end: (span: Span) => void;
}

const mostEvents = 128;

export class RunSpans {
  readonly traceId: string;
  readonly #spanId: string;
  readonly #opened: RecordOf<'run.opened'>;
  readonly #place: RunPlace;
  readonly #from: number;
  readonly #tally: RunTally;
  readonly #tools: ToolSpans;
  readonly #events: SpanEvent[] = [];
  #eventsDropped = 0;
  #settings: RunSettings;
  #turn = 0;
  #asked: number;
  #compacted = false;
  #last: number;
  #hasAnswered = false;
  /** What the model was told since its last answer. */
  #told: TracedMessage[] = [];

  constructor(opened: RecordOf<'run.opened'>, place: RunPlace) {
    const { traceId, content, end } = place;
    const spanId = spanIdOf(traceId, `run ${opened.run_id} ${opened.seq}`);
    this.traceId = traceId;
    this.#spanId = spanId;
    this.#opened = opened;
    this.#place = place;
    this.#tools = new ToolSpans({ traceId, spanId, content, end, common: () => this.#common() });
    this.#from = timeOf(opened);
    this.#asked = this.#from;
    this.#last = this.#from;
    this.#settings = opened.settings;
    this.#tally = newTally(opened);
  }

  /** What is above a run that was started by this one. */
  spanAbove(call_id: string | undefined): string {
    return (call_id === undefined ? undefined : this.#tools.spanOf(call_id)) ?? this.#spanId;
  }

  take(record: SessionRecord): void {
    const at = timeOf(record);
    this.#last = Math.max(this.#last, at);
    count(this.#tally, record);
    switch (record.type) {
      case 'turn.opened':
        this.#turn = record.turn;
        this.#asked = at;
        this.#tell(() => promptMessage(record.prompt));
        return;
      case 'model.requested':
        this.#asked = at;
        return;
      case 'model.responded':
        this.#answered(record, at);
        return;
      case 'model.failed':
        this.#failed(record, at);
        return;
      case 'tool.requested':
        this.#tools.requested(record, at, this.#turn);
        return;
      case 'tool.denied':
        this.#tell(() => resultMessage(record.call_id, record.reason));
        this.#tools.denied(record, at, this.#turn);
        return;
      case 'tool.returned':
        this.#tell(() => resultMessage(record.call_id, record.output));
        this.#tools.returned(record, at);
        return;
      case 'turn.closed':
        this.#tools.endAll(this.#last);
        return;
      default:
        this.#aside(record, at);
    }
  }

  /** The run's own span. A run that was not closed is one that went wrong. */
  end(stop: StopReason | 'open', at = this.#last): void {
    this.#tools.endAll(this.#last);
    const { run_id, agent, fence, capture, continues, retells, seq } = this.#opened;
    const { totals } = this.#tally;
    const { sandbox } = fence ?? {};
    this.#place.end({
      traceId: this.traceId,
      spanId: this.#spanId,
      parentSpanId: this.#place.parentSpanId,
      name: `invoke_agent ${agent.name}`,
      kind: 'internal',
      from: this.#from,
      to: at,
      attributes: {
        [names.operation]: 'invoke_agent',
        ...this.#common(),
        [names.agentVersion]: agent.version,
        [names.stopReason]: stop,
        [names.turns]: totals.turns,
        [names.toolCalls]: totals.tool_calls,
        [names.denials]: this.#tally.denials,
        [names.sandbox]: sandbox?.backend,
        [names.network]: Array.isArray(sandbox?.network) ? sandbox.network.join(',') : sandbox?.network,
        [names.captureModel]: capture.model,
        [names.captureTools]: capture.tools,
        [names.continues]: continues,
        [names.retells]: retells,
        [names.record]: seq,
        [names.inputTokens]: totals.input_tokens ?? undefined,
        [names.outputTokens]: totals.output_tokens ?? undefined,
        [names.cost]: dollars(totals.cost_microusd),
        [names.errorType]: stop === 'completed' ? undefined : stop,
      },
      events: this.#events,
      eventsDropped: this.#eventsDropped,
      error: stop === 'completed' ? undefined : `run ${run_id} ended with ${stop}`,
    });
  }

  #common(): Attributes {
    const { model } = this.#settings;
    return {
      [names.provider]: providerOf(model),
      [names.agentName]: this.#opened.agent.name,
      [names.conversation]: this.#place.session_id,
      [names.requestModel]: modelOf(model),
      [names.run]: this.#opened.run_id,
    };
  }

  #tell(message: () => TracedMessage): void {
    if (this.#place.content) this.#told.push(message());
  }

  #answered(record: RecordOf<'model.responded'>, at: number): void {
    const { usage, finish, cost_microusd, response_id, response_model, seq } = record;
    this.#chat(seq, at, {
      [names.responseId]: response_id,
      [names.responseModel]: response_model,
      [names.finishReasons]: [finishReason(finish)],
      [names.inputTokens]: usage?.input_tokens,
      [names.outputTokens]: usage?.output_tokens,
      [names.cacheRead]: usage?.cache_read_tokens,
      [names.cacheWrite]: usage?.cache_write_tokens,
      [names.cost]: dollars(cost_microusd),
      ...(this.#place.content && this.#contentOf(record)),
    });
    this.#told = [];
    this.#compacted = false;
    this.#hasAnswered = true;
  }

  /** Only what is new since the last answer: earlier messages stand on earlier spans. */
  #contentOf(record: RecordOf<'model.responded'>): Attributes {
    const { system } = this.#settings;
    const isFirst = !this.#hasAnswered && system !== undefined;
    return {
      [names.systemInstructions]: isFirst ? JSON.stringify([textPart(system)]) : undefined,
      [names.inputMessages]: JSON.stringify(this.#told),
      [names.outputMessages]: JSON.stringify([answerMessage(record)]),
    };
  }

  #failed({ seq, failure, status, will_retry, message }: RecordOf<'model.failed'>, at: number): void {
    const type = status === undefined ? failure : String(status);
    const said = this.#place.content ? clipped(message) : failure;
    this.#chat(seq, at, { [names.errorType]: type, [names.willRetry]: will_retry }, said);
    this.#asked = at;
  }

  #chat(seq: number, at: number, attributes: Attributes, error?: string): void {
    const { model, temperature, seed, max_output_tokens, effort } = this.#settings;
    this.#place.end({
      traceId: this.traceId,
      spanId: spanIdOf(this.traceId, `record ${seq}`),
      parentSpanId: this.#spanId,
      name: `chat ${modelOf(model)}`,
      kind: 'client',
      from: this.#asked,
      to: at,
      attributes: {
        [names.operation]: 'chat',
        ...this.#common(),
        [names.temperature]: temperature,
        [names.seed]: seed,
        [names.maxTokens]: max_output_tokens,
        [names.effort]: effort,
        [names.compacted]: this.#compacted || undefined,
        [names.turn]: this.#turn,
        [names.record]: seq,
        ...attributes,
      },
      error,
    });
  }

  #aside(record: SessionRecord, at: number): void {
    if (record.type === 'session.resumed') this.#settings = record.settings ?? this.#settings;
    if (record.type === 'context.compacted') this.#compacted = true;
    if (record.type === 'output.rejected') this.#tell(() => promptMessage(record.reply));
    const event = eventOf(record);
    if (event === undefined) return;
    const { name, attributes, call_id } = event;
    // At the call that it is about, where that is under way.
    const events = (call_id === undefined ? undefined : this.#tools.eventsOf(call_id)) ?? this.#events;
    if (events.length < mostEvents) events.push({ name, at, attributes });
    else this.#eventsDropped += 1;
  }
}

function timeOf(record: SessionRecord): number {
  return Date.parse(happenedAt(record));
}

function dollars(microusd: number | null): number | undefined {
  return microusd === null ? undefined : microusd / 1e6;
}
