// Spans as lines, each a whole OTLP/JSON document: what a file holds, and what one request sends.

import { names } from './conventions.js';
import { type SpanFold, spanFold } from './session-spans.js';
import { type Attributes, spanText, tracesText } from './span.js';

export interface SpanLines extends SpanFold {
  readonly spans: number;
}

export interface SpanLine {
  readonly text: string;
  readonly spans: number;
}

const mostSpans = 512;
/** Collectors take a few megabytes at once. */
const mostCharacters = 1 << 20;

/** `only` is the one run whose spans are wanted. */
export function spanLines(
  given: { readonly content: boolean; readonly only?: string | undefined; readonly resource: Attributes },
  line: (line: SpanLine) => void,
): SpanLines {
  let batch: string[] = [];
  let characters = 0;
  let spans = 0;
  const flush = () => {
    if (batch.length > 0) line({ text: tracesText(given.resource, batch), spans: batch.length });
    batch = [];
    characters = 0;
  };
  const fold = spanFold(given.content, (span) => {
    if (given.only !== undefined && span.attributes[names.run] !== given.only) return;
    const text = spanText(span);
    if (batch.length === mostSpans || characters + text.length > mostCharacters) flush();
    batch.push(text);
    characters += text.length;
    spans += 1;
  });
  return {
    take: fold.take,
    end() {
      fold.end();
      flush();
    },
    get spans() {
      return spans;
    },
  };
}
