// fetch over node:http. Node's own takes as long to load as Node itself; here it is loaded while the provider thinks.

import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { Readable } from 'node:stream';
import type { Environment } from '../../../disk/user-folder.js';
import { proxyFor } from '../../../proxy/named-proxy.js';
import { responseOf } from '../../../proxy/response-of.js';
import { idleSeconds } from '../idle-seconds.js';

/** As much of `fetch` as the providers' packages use. It follows no redirect: a credential goes where it was sent. */
export const lightFetch =
  (env: Environment): typeof fetch =>
  async (input, init = {}) => {
    const url = new URL(typeof input === 'object' && 'url' in input ? input.url : input);
    const { method = 'GET', headers, body, signal } = init;
    const options = {
      method,
      headers: Object.fromEntries(Object.entries(headers ?? {})),
      ...(signal && { signal }),
    };
    const seconds = idleSeconds(env);
    // A proxy has a limit of its own until it has connected.
    const begin = (request: ClientRequest) =>
      request.method === 'CONNECT' ? undefined : giveUpOnSilence(request, seconds);
    const sent = await requestTo(url, options, env, begin);
    const answered = answerTo(sent);
    sent.once('finish', loadResponse);
    sent.end(typeof body === 'string' ? body : undefined);
    const answer = await answered;
    return responseOf(answer, Readable.from(counted(answer)));
  };

async function requestTo(
  url: URL,
  options: RequestOptions & { readonly headers: Readonly<Record<string, string>> },
  env: Environment,
  begin: (request: ClientRequest) => void,
): Promise<ClientRequest> {
  const proxy = proxyFor(url, env);
  if (proxy !== undefined) {
    const { requestThrough } = await import('../../../proxy/through-proxy.js');
    return requestThrough(proxy, url, options, begin);
  }
  const { request } = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const sent = request(url, options);
  begin(sent);
  return sent;
}

export const providerSilent = 'CTX_PROVIDER_SILENT';

/** Where the answer has begun, it is the answer that breaks: its reader is to learn why. */
function giveUpOnSilence(sent: ClientRequest, seconds: number): void {
  let answer: IncomingMessage | undefined;
  sent.once('response', (begun) => {
    answer = begun;
  });
  sent.setTimeout(seconds * 1000, () => {
    const words = `nothing for ${seconds} seconds`;
    (answer ?? sent).destroy(Object.assign(new Error(words), { code: providerSilent }));
  });
}

function answerTo(sent: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    sent.once('response', resolve);
    sent.once('error', (cause) =>
      reject(cause.name === 'AbortError' ? cause : new TypeError('fetch failed', { cause })),
    );
  });
}

/** Node loads it when it is first looked at. */
function loadResponse(): void {
  void globalThis.Response;
}

/** More than any model says in one answer. */
const largestAnswer = 64 * 1024 * 1024;

export const answerTooLarge = 'CTX_ANSWER_TOO_LARGE';

/** A server that never ends its answer, or never ends one event of it, fills no memory. */
async function* counted(answer: IncomingMessage): AsyncGenerator<Buffer> {
  let seen = 0;
  for await (const chunk of answer) {
    const bytes: Buffer = chunk;
    seen += bytes.length;
    if (seen > largestAnswer) {
      throw Object.assign(new Error('the answer is too large'), { code: answerTooLarge });
    }
    yield bytes;
  }
}
