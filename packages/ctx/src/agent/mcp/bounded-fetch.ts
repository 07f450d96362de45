// `fetch` for servers that may answer without end: a body that grows past its limit is cut off with an error. It goes through
// the proxy that the environment names.

import type { Environment } from '../../disk/user-folder.js';
import { proxyFor } from '../../proxy/named-proxy.js';

/** No tool's result is that large by honest means; the loop keeps 30,000 characters of it. */
const largestBody = 64 * 1024 * 1024;

export const boundedFetch = (env: Environment) => async (url: string | URL, init?: RequestInit) =>
  bounded(await reach(url, init, env));

async function reach(url: string | URL, init: RequestInit | undefined, env: Environment): Promise<Response> {
  const proxy = proxyFor(new URL(url), env);
  if (proxy === undefined) return fetch(url, init);
  const { fetchThrough } = await import('../../proxy/fetch-through.js');
  return fetchThrough(proxy, url, init);
}

function bounded(response: Response): Response {
  if (response.body === null) return response;
  let seen = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        seen += chunk.length;
        if (seen > largestBody) controller.error(new Error(`the answer is larger than ${largestBody} bytes`));
        else controller.enqueue(chunk);
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(counted, { status, statusText, headers });
}
