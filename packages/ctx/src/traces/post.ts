// One request to a collector: bounded in time and in what is read of the answer, and never a redirect.

import type { ClientRequest } from 'node:http';
import type { Collector } from './endpoint.js';

export type Posted =
  | { readonly kind: 'taken' }
  /** Trying again may help. */
  | {
      readonly kind: 'away';
      readonly reason: string;
      readonly retryAfter?: number | undefined;
      readonly timedOut?: true;
    }
  | { readonly kind: 'refused'; readonly reason: string };

const mostOfAnswer = 1 << 16;
const retryable: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

export async function post(collector: Collector, body: string, signal?: AbortSignal): Promise<Posted> {
  if (signal?.aborted) return { kind: 'away', reason: 'it was cancelled' };
  const { url, headers, timeout, gzip } = collector;
  const { request } = url.startsWith('https:') ? await import('node:https') : await import('node:http');
  const bytes = gzip ? (await import('node:zlib')).gzipSync(body) : Buffer.from(body);
  return new Promise((resolve) => {
    let call: ClientRequest | undefined;
    const give = (posted: Posted) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      resolve(posted);
      call?.destroy();
    };
    const cancel = () => give({ kind: 'away', reason: 'it was cancelled' });
    // Over all of it: a collector may also answer byte by byte.
    const timer = setTimeout(
      () => give({ kind: 'away', reason: `it did not answer within ${timeout} ms`, timedOut: true }),
      timeout,
    );
    signal?.addEventListener('abort', cancel, { once: true });
    const all = {
      ...headers,
      'content-type': 'application/json',
      'content-length': bytes.length,
      ...(gzip && { 'content-encoding': 'gzip' }),
    };
    try {
      call = request(url, { method: 'POST', headers: all, agent: false });
    } catch (error) {
      give({ kind: 'refused', reason: error instanceof Error ? error.message : 'it cannot be asked' });
      return;
    }
    call.on('error', (error: Error & { code?: string }) =>
      give({ kind: 'away', reason: error.code ?? 'the connection failed' }),
    );
    call.on('response', (answer) => {
      const { statusCode = 0 } = answer;
      let seen = 0;
      let text = '';
      const after = Number(answer.headers['retry-after']);
      answer.on('data', (piece: Buffer) => {
        seen += piece.length;
        if (text.length < 4096) text += piece.toString('latin1');
        if (seen > mostOfAnswer) give(judged(statusCode, '', after));
      });
      answer.on('end', () => give(judged(statusCode, text, after)));
      answer.on('error', () => give({ kind: 'away', reason: 'the connection was cut' }));
    });
    call.end(bytes);
  });
}

function judged(status: number, text: string, after: number): Posted {
  if (status >= 200 && status < 300) return partly(text);
  if (retryable.has(status)) {
    const retryAfter = Number.isFinite(after) && after >= 0 ? after * 1000 : undefined;
    return { kind: 'away', reason: `it answered ${status}`, retryAfter };
  }
  return { kind: 'refused', reason: `it answered ${status}` };
}

/** A collector that takes only a part says so in a good answer. */
function partly(text: string): Posted {
  const rejected = /"rejectedSpans"\s*:\s*"?([1-9]\d*)/.exec(text)?.[1];
  return rejected === undefined
    ? { kind: 'taken' }
    : { kind: 'refused', reason: `it rejected ${rejected} spans` };
}
