import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { expect, it } from 'vitest';
import { readStream } from './read-stream.js';

/** A provider that goes on for as long as somebody reads. */
function endless(part: (index: number) => LanguageModelV3StreamPart) {
  let sent = 0;
  let isCancelled = false;
  const stream = new ReadableStream<LanguageModelV3StreamPart>({
    pull(controller) {
      controller.enqueue(part(sent));
      sent += 1;
    },
    cancel() {
      isCancelled = true;
    },
  });
  return { stream, isCancelled: () => isCancelled };
}

it.each<[string, (index: number) => LanguageModelV3StreamPart, RegExp]>([
  ['text', () => ({ type: 'text-delta', id: 'a', delta: 'x'.repeat(1 << 16) }), /2 MB/],
  ['thoughts', () => ({ type: 'reasoning-delta', id: 'a', delta: 'x'.repeat(1 << 16) }), /2 MB/],
  ['inputs of tools', () => ({ type: 'tool-input-delta', id: 'a', delta: 'x'.repeat(1 << 16) }), /2 MB/],
  ['parts', (index) => ({ type: 'text-start', id: String(index) }), /10,000 parts/],
])('an answer that never ends is given up, and not asked for again: %s', async (_, part, why) => {
  const { stream, isCancelled } = endless(part);
  const answer = await readStream(stream, 'text/event-stream', { onText: () => {} });
  expect(answer).toMatchObject({ kind: 'failed', retryable: false, message: expect.stringMatching(why) });
  expect(isCancelled()).toBe(true);
});
