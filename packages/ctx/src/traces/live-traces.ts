// Spans sent while a run goes on. Nothing waits for the collector, nothing fails for it: what it does not take in time is
// dropped, counted, and told at the end.

import type { SessionRecord } from '../protocol/records.js';
import type { Alarm } from '../time/clock.js';
import type { Collector } from './endpoint.js';
import { post } from './post.js';
import { spanFold } from './session-spans.js';
import { spanText, tracesText } from './span.js';

export interface LiveTraces {
  /** A record of an earlier process: its spans were that one's to send. */
  seen(record: SessionRecord): void;
  written(record: SessionRecord): void;
  /** Sends what is left, for a moment; what got lost, in words. */
  end(): Promise<string[]>;
}

const mostSpans = 512;
const mostWaiting = 4096;
const mostCharacters = 8 << 20;
const every = 1000;
/** How long the end of a run waits for a collector that took everything so far. */
const lastWait = 1500;

/** `alarm` ends the last wait. */
export function liveTraces(collector: Collector, content: boolean, alarm: Alarm): LiveTraces {
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
      if (taken >= all) return [];
      const why = isLate ? 'it did not answer in time' : (trouble ?? 'it was too slow');
      return [
        `${collector.shown} did not take ${all - taken} of ${all} spans: ${why}; ctx export --format otlp sends them again`,
      ];
    },
  };
}
