// A request that goes through a proxy: a tunnel (CONNECT) to an https address, the whole address in the request for an http one.

import type { ClientRequest, RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import { portOf, proxyFailed, proxyRefused } from './named-proxy.js';

type Options = RequestOptions & { readonly headers: Readonly<Record<string, string>> };

/** A proxy only connects; it has nothing to think about, as a model has. */
const tunnelSeconds = 30;

/** `begin` is given each request before it is sent: the one for the tunnel, and the real one. */
export async function requestThrough(
  proxy: URL,
  target: URL,
  options: Options,
  begin: (request: ClientRequest) => void,
  patience = tunnelSeconds,
): Promise<ClientRequest> {
  const own = ownHeaders(proxy);
  const { request } = proxy.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const hop = { host: bareHost(proxy), port: portOf(proxy), agent: false, signal: options.signal };
  if (target.protocol === 'http:') {
    const headers = { ...options.headers, ...own, host: target.host };
    const sent = request({ ...options, ...hop, path: target.href, headers });
    begin(sent);
    return sent;
  }
  const authority = `${target.hostname}:${portOf(target)}`;
  const asked = request({ ...hop, method: 'CONNECT', path: authority, headers: { host: authority, ...own } });
  begin(asked);
  const socket = await tunnelOf(asked, proxy, patience);
  const [{ connect }, { request: secureRequest }] = await Promise.all([
    import('node:tls'),
    import('node:https'),
  ]);
  const host = bareHost(target);
  const isName = !/^[\d.]+$|:/.test(host);
  const createConnection = () => connect({ socket, host, ...(isName && { servername: host }) });
  const sent = secureRequest(target, { ...options, createConnection });
  begin(sent);
  return sent;
}

function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function ownHeaders({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const words = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(words).toString('base64')}` };
}

function tunnelOf(asked: ClientRequest, proxy: URL, patience: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(failed(proxyFailed, `The proxy ${proxy.host} did not answer within ${patience} seconds`));
      asked.destroy();
    }, patience * 1000);
    asked.once('close', () => clearTimeout(timer));
    asked.once('connect', ({ statusCode = 0 }, socket) => {
      clearTimeout(timer);
      // What flows through the tunnel passes this socket by, so its own clock would ring in the middle of a long answer.
      socket.setTimeout(0);
      if (statusCode >= 200 && statusCode < 300) return resolve(socket);
      socket.destroy();
      reject(failed(proxyRefused, `The proxy ${proxy.host} answered with status ${statusCode}`));
    });
    asked.once('error', (cause: Error & { code?: string }) => {
      if (cause.name === 'AbortError') return reject(cause);
      reject(
        failed(proxyFailed, `The proxy ${proxy.host} cannot be reached (${cause.code ?? cause.message})`),
      );
    });
    asked.end();
  });
}

/** As fetch fails: what happened is the cause. */
function failed(code: string, words: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(words), { code }) });
}
