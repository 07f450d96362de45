// Traces read back, and what OpenTelemetry’s own serializer makes of the same spans.

import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';

interface KeyValue {
  readonly key: string;
  readonly value: {
    readonly stringValue?: string;
    readonly intValue?: number;
    readonly doubleValue?: number;
    readonly boolValue?: boolean;
    readonly arrayValue?: { readonly values: readonly { readonly stringValue: string }[] };
  };
}

export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly KeyValue[];
  readonly events: readonly {
    readonly name: string;
    readonly timeUnixNano: string;
    readonly attributes: readonly KeyValue[];
  }[];
  readonly droppedEventsCount: number;
  readonly status: { readonly code: number; readonly message?: string };
}

export interface TracesDocument {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans: readonly {
      readonly scope: { readonly name: string };
      readonly spans: readonly OtlpSpan[];
    }[];
  }[];
}

export const documentsIn = (text: string): TracesDocument[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
export const spansOf = (documents: readonly TracesDocument[]) =>
  documents.flatMap((each) =>
    each.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );
const plainOf = ({ value }: KeyValue) =>
  value.stringValue ??
  value.intValue ??
  value.doubleValue ??
  value.boolValue ??
  value.arrayValue?.values.map(({ stringValue }) => stringValue);
export const facts = (list: readonly KeyValue[]) =>
  Object.fromEntries(list.map((each) => [each.key, plainOf(each)]));

/** What OpenTelemetry’s own serializer makes of the same span. */
export function official(document: TracesDocument): unknown {
  const time = (nanoseconds: string): [number, number] => {
    const whole = BigInt(nanoseconds);
    return [Number(whole / 1_000_000_000n), Number(whole % 1_000_000_000n)];
  };
  const spans = document.resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const shared = {
      attributes: facts(resource.attributes),
      merge: () => shared,
      getRawAttributes: () => [],
    };
    return scopeSpans.flatMap(({ scope, spans: all }) =>
      all.map((span) => ({
        resource: shared,
        instrumentationScope: scope,
        spanContext: () => ({ traceId: span.traceId, spanId: span.spanId, traceFlags: 1 }),
        ...(span.parentSpanId !== undefined && {
          parentSpanContext: { traceId: span.traceId, spanId: span.parentSpanId, traceFlags: 1 },
        }),
        name: span.name,
        kind: span.kind - 1,
        startTime: time(span.startTimeUnixNano),
        endTime: time(span.endTimeUnixNano),
        duration: time('0'),
        ended: true,
        status: span.status,
        attributes: facts(span.attributes),
        links: [],
        events: span.events.map((event) => ({
          name: event.name,
          time: time(event.timeUnixNano),
          attributes: facts(event.attributes),
        })),
        droppedAttributesCount: 0,
        droppedEventsCount: span.droppedEventsCount,
        droppedLinksCount: 0,
      })),
    );
  });
  return JSON.parse(new TextDecoder().decode(JsonTraceSerializer.serializeRequest(spans)));
}
