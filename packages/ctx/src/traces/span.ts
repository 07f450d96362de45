// A span as OTLP/JSON, member for member as OpenTelemetry's own serializer writes it.

import { hash } from 'node:crypto';

export type Value = string | number | boolean | readonly string[];
export type Attributes = Readonly<Record<string, Value | undefined>>;

export interface SpanEvent {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly attributes: Attributes;
}

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
  readonly name: string;
  readonly kind: 'internal' | 'client';
  readonly from: number;
  readonly to: number;
  readonly attributes: Attributes;
  readonly events?: readonly SpanEvent[] | undefined;
  readonly eventsDropped?: number;
  /** What went wrong, in words; nothing where all is well. */
  readonly error?: string | undefined;
}

/** The same for the same log on every machine: `what` is unique in the session. */
export function traceIdOf(firstHash: string, what: string): string {
  return hash('sha256', `ctx trace ${firstHash} ${what}`).slice(0, 32);
}

export function spanIdOf(traceId: string, what: string): string {
  return hash('sha256', `ctx span ${traceId} ${what}`).slice(0, 16);
}

const kinds = { internal: 1, client: 3 } as const;
/** Sampled, and its parent is of this same process. */
const flags = 0x101;

export function spanText(span: Span): string {
  const { traceId, spanId, parentSpanId, name, kind, from, to, attributes, error, events = [] } = span;
  return JSON.stringify({
    traceId,
    spanId,
    parentSpanId,
    name,
    kind: kinds[kind],
    startTimeUnixNano: nanoseconds(from),
    endTimeUnixNano: nanoseconds(Math.max(from, to)),
    attributes: attributeList(attributes),
    droppedAttributesCount: 0,
    events: events.map((event) => ({
      attributes: attributeList(event.attributes),
      name: event.name,
      timeUnixNano: nanoseconds(event.at),
      droppedAttributesCount: 0,
    })),
    droppedEventsCount: span.eventsDropped ?? 0,
    status: error === undefined ? { code: 0 } : { code: 2, message: error },
    links: [],
    droppedLinksCount: 0,
    flags,
  });
}

/** One line of a file, or the body of one request. */
export function tracesText(resource: Attributes, spans: readonly string[]): string {
  const attributes = JSON.stringify(attributeList(resource));
  return `{"resourceSpans":[{"resource":{"attributes":${attributes},"droppedAttributesCount":0},"scopeSpans":[{"scope":{"name":"ctx"},"spans":[${spans.join(',')}]}]}]}`;
}

function attributeList(attributes: Attributes): object[] {
  const list: object[] = [];
  for (const key in attributes) {
    const value = attributes[key];
    if (value !== undefined) list.push({ key, value: anyValue(value) });
  }
  return list;
}

function anyValue(value: Value): object {
  switch (typeof value) {
    case 'string':
      return { stringValue: value };
    case 'boolean':
      return { boolValue: value };
    case 'number':
      return Number.isInteger(value) ? { intValue: value } : { doubleValue: value };
    default:
      return { arrayValue: { values: value.map((each) => ({ stringValue: each })) } };
  }
}

/** Times before 1970 have no place in the format; another agent's clock may have been anywhere. */
function nanoseconds(milliseconds: number): string {
  return milliseconds > 0 ? `${milliseconds}000000` : '0';
}
