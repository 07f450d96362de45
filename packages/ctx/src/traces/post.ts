// One request to a collector: bounded in time and in what is read of the answer, and never a redirect.

import type { ClientRequest } from 'node:http';
import { proxyRefused } from '../proxy/named-proxy.js';
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
  const { headers, timeout, gzip } = collector;
  const bytes = gzip ? (await import('node:zlib')).gzipSync(body) : Buffer.from(body);
  return new Promise((resolve) => {
    let call: ClientRequest | undefined;
    let isGiven = false;
    const give = (posted: Posted) => {
      isGiven = true;
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
      'content-length': String(bytes.length),
      ...(gzip && { 'content-encoding': 'gzip' }),
    };
    // Two with a proxy: one for the tunnel, one through it. Whoever has given up meanwhile wants neither.
    const begin = (begun: ClientRequest) => {
      call = begun.on('error', () => {});
      if (isGiven) call.destroy();
    };
    requestTo(collector, all, begin).then(
      (asked) => {
        follow(asked, give);
        asked.end(bytes);
      },
      (error: unknown) => give(unasked(error)),
    );
  });
}

async function requestTo(
  { url, proxy }: Collector,
  headers: Readonly<Record<string, string>>,
  begin: (request: ClientRequest) => void,
): Promise<ClientRequest> {
  const options = { method: 'POST', headers };
  if (proxy !== undefined) {
    const { requestThrough } = await import('../proxy/through-proxy.js');
    return requestThrough(proxy, new URL(url), options, begin);
  }
  const { request } = url.startsWith('https:') ? await import('node:https') : await import('node:http');
  const asked = request(url, { ...options, agent: false });
  begin(asked);
  return asked;
}

/** A header that cannot be sent, or a proxy that does not let us through. */
function unasked(error: unknown): Posted {
  if (!(error instanceof Error)) return { kind: 'refused', reason: 'it cannot be asked' };
  const { cause } = error;
  if (!(cause instanceof Error)) return { kind: 'refused', reason: error.message };
  const isRefused = 'code' in cause && cause.code === proxyRefused && !/5\d\d$/.test(cause.message);
  return { kind: isRefused ? 'refused' : 'away', reason: cause.message };
}

function follow(call: ClientRequest, give: (posted: Posted) => void): void {
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
