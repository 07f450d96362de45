// Spans sent while a run goes on. Nothing waits for the collector, nothing fails for it: what it has not taken when the run is
// over goes to who sends it on, and what it refuses is dropped, counted, and told.

import type { SessionRecord } from '../protocol/records.js';
import type { Alarm } from '../time/clock.js';
import type { Collector } from './endpoint.js';
import { post } from './post.js';
import { spanFold } from './session-spans.js';
import { spanText, tracesText } from './span.js';
import type { SpanLine } from './span-lines.js';

export interface LiveTraces {
  /** A record of an earlier process: its spans were that one's to send. */
  seen(record: SessionRecord): void;
  written(record: SessionRecord): void;
  /** Sends what is left, for a moment, and hands on what was not answered for; what got lost, in words. */
  end(): Promise<string[]>;
}

const mostSpans = 512;
const mostWaiting = 4096;
const mostCharacters = 8 << 20;
const every = 1000;
/** A collector nearby answers within it, or refuses; all others are waited for by another process. */
const lastWait = 100;

export interface TracesPlace {
  readonly collector: Collector;
  readonly content: boolean;
  /** Ends the last wait. */
  readonly alarm: Alarm;
  /** Takes spans whose collector has not answered yet; false where nobody can. */
  readonly handOn: (lines: readonly SpanLine[]) => Promise<boolean>;
}

export function liveTraces({ collector, content, alarm, handOn }: TracesPlace): LiveTraces {
  let waiting: string[] = [];
  let characters = 0;
  let all = 0;
  let taken = 0;
  let isSilent = true;
  let isOver = false;
  let trouble: string | undefined;
  let sending: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const given = new AbortController();

  const fold = spanFold(content, (span) => {
    if (isSilent) return;
    all += 1;
    if (isOver || waiting.length >= mostWaiting || characters >= mostCharacters) return;
    const text = spanText(span);
    waiting.push(text);
    characters += text.length;
    if (waiting.length >= mostSpans) send();
    else timer ??= setTimeout(send, every).unref();
  });

  function send(): void {
    clearTimeout(timer);
    timer = undefined;
    if (sending !== undefined || waiting.length === 0 || isOver) return;
    const batch = waiting.slice(0, mostSpans);
    sending = post(collector, tracesText(collector.resource, batch), given.signal).then((posted) => {
      sending = undefined;
      trouble = posted.kind === 'taken' ? undefined : posted.reason;
      if (posted.kind === 'refused') isOver = true;
      if (posted.kind !== 'away') {
        waiting = waiting.slice(batch.length);
        characters = waiting.reduce((sum, { length }) => sum + length, 0);
      }
      if (posted.kind === 'taken') taken += batch.length;
      if (!isOver && waiting.length > 0 && !given.signal.aborted)
        timer ??= setTimeout(send, posted.kind === 'taken' ? 0 : every).unref();
    });
  }

  function linesOf(texts: readonly string[]): SpanLine[] {
    const lines: SpanLine[] = [];
    for (let from = 0; from < texts.length; from += mostSpans) {
      const batch = texts.slice(from, from + mostSpans);
      lines.push({ text: tracesText(collector.resource, batch), spans: batch.length });
    }
    return lines;
  }

  function guarded(record: SessionRecord): void {
    try {
      fold.take(record);
    } catch (error) {
      isOver = true;
      trouble = error instanceof Error ? error.message : String(error);
    }
  }

  return {
    seen: guarded,
    written(record) {
      isSilent = false;
      guarded(record);
    },
    async end() {
      const stop = alarm(lastWait, () => given.abort());
      while (waiting.length > 0 && !isOver && !given.signal.aborted && trouble === undefined) {
        send();
        await sending;
      }
      const isLate = given.signal.aborted;
      given.abort();
      stop();
      clearTimeout(timer);
      await sending;
      const handed = isLate && !isOver && (await handOn(linesOf(waiting))) ? waiting.length : 0;
      const lost = all - taken - handed;
      if (lost === 0) return [];
      const why = isLate ? 'it did not answer in time' : (trouble ?? 'it was too slow');
      return [
        `${collector.shown} did not take ${lost} of ${all} spans: ${why}; ctx export --format otlp sends them again`,
      ];
    },
  };
}
