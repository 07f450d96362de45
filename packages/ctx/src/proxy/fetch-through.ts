// fetch through a proxy. Node's own knows none before version 24.

import type { IncomingMessage } from 'node:http';
import { responseOf } from './response-of.js';
import { requestThrough } from './through-proxy.js';

/** It follows no redirect: a credential goes where it was sent. */
export async function fetchThrough(
  proxy: URL,
  input: string | URL,
  init: RequestInit = {},
): Promise<Response> {
  const { url, method, headers, signal, ...asked } = requestOf(input, init);
  const bytes = Buffer.from(await asked.body());
  const sent = await requestThrough(
    proxy,
    new URL(url),
    { method, headers: { ...headers, 'content-length': String(bytes.length) }, signal },
    () => {},
  );
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve);
    sent.once('error', (cause) =>
      reject(cause.name === 'AbortError' ? cause : new TypeError('fetch failed', { cause })),
    );
  });
  sent.end(bytes);
  return responseOf(await answered);
}

/** What fetch makes of its arguments: the headers of a form, the bytes of a text. */
function requestOf(input: string | URL, init: RequestInit) {
  const request = new Request(input, init);
  const { url, method, signal } = request;
  return {
    url,
    method,
    signal,
    headers: Object.fromEntries(request.headers),
    body: () => request.arrayBuffer(),
  };
}
