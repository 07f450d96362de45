// A request that goes through a proxy: a tunnel (CONNECT) to an https address, the whole address in the request for an http one.

import type { ClientRequest, RequestOptions } from 'node:http';
import type { Socket } from 'node:net';
import { portOf, proxyFailed, proxyRefused } from './named-proxy.js';

type Options = RequestOptions & { readonly headers: Readonly<Record<string, string>> };

/** `begin` is given each request before it is sent: the one for the tunnel, and the real one. */
export async function requestThrough(
  proxy: URL,
  target: URL,
  options: Options,
  begin: (request: ClientRequest) => void,
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
  const socket = await tunnelOf(asked, proxy);
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

function tunnelOf(asked: ClientRequest, proxy: URL): Promise<Socket> {
  return new Promise((resolve, reject) => {
    asked.once('connect', ({ statusCode = 0 }, socket) => {
      // What flows through the tunnel passes this socket by, so its own clock would ring in the middle of a long answer.
      socket.setTimeout(0);
      if (statusCode >= 200 && statusCode < 300) return resolve(socket);
      socket.destroy();
      const words = `The proxy ${proxy.host} answered with status ${statusCode}`;
      reject(
        new TypeError('fetch failed', { cause: Object.assign(new Error(words), { code: proxyRefused }) }),
      );
    });
    asked.once('error', (cause: Error & { code?: string }) => {
      if (cause.name === 'AbortError') return reject(cause);
      const words = `The proxy ${proxy.host} cannot be reached (${cause.code ?? cause.message})`;
      reject(
        new TypeError('fetch failed', { cause: Object.assign(new Error(words), { code: proxyFailed }) }),
      );
    });
    asked.end();
  });
}
