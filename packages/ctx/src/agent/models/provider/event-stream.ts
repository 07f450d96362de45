// A provider's stream of events, rewritten event by event before its package reads it.

import type { Environment } from '../../../disk/user-folder.js';
import { lightFetch } from './light-fetch.js';

/** What takes the place of one event's data: the same, something else, several or none. */
export type Rewrite = (data: string) => readonly string[];

/** What ends every Chat Completions stream. */
export const done = '[DONE]';

/** A fetch whose streams of events are rewritten; each stream gets a rewriter of its own. */
export function rewritingFetch(rewriter: () => Rewrite, env: Environment): typeof fetch {
  const fetched = lightFetch(env);
  return async (input, init) => {
    const response = await fetched(input, init);
    const { status, statusText, headers, body } = response;
    const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (status !== 200 || !isStream || body === null) return response;
    return new Response(body.pipeThrough(rewriting(rewriter())), { status, statusText, headers });
  };
}

function rewriting(rewrite: Rewrite): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let line = '';
  let data: string[] = [];
  const send = (controller: TransformStreamDefaultController<Uint8Array>) => {
    const event = data.join('\n');
    data = [];
    for (const sent of rewrite(event)) controller.enqueue(encoder.encode(`${framed(sent)}\n`));
  };
  return new TransformStream({
    transform(chunk, controller) {
      const [first = '', ...rest] = decoder.decode(chunk, { stream: true }).split('\n');
      line += first;
      for (const next of rest) {
        const whole = line.endsWith('\r') ? line.slice(0, -1) : line;
        line = next;
        if (whole.startsWith('data:')) data.push(whole.slice(whole[5] === ' ' ? 6 : 5));
        else if (whole === '' && data.length > 0) send(controller);
      }
    },
    flush(controller) {
      // An event that was not ended does not count, except for the one that says that all was said.
      if (line.trim() !== `data: ${done}` && data.join() !== done) return;
      data = [done];
      send(controller);
    },
  });
}

function framed(data: string): string {
  return data
    .split('\n')
    .map((line) => `data: ${line}\n`)
    .join('');
}
