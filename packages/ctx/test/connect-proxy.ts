// A proxy on loopback as companies have them: it tunnels (CONNECT) and forwards, and every name leads to one server.

import { createServer, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { listening } from './listening.js';
import { portOf } from './ports.js';

interface Proxy {
  /** `HOST:PORT`. */
  readonly host: string;
  /** What it was asked for: the authority of each tunnel, the whole address of each plain request. */
  readonly asked: string[];
}

/** With `password`, only who says it (`user:word`) gets through. */
export async function connectProxy(
  to: { readonly tunnel?: number; readonly plain?: number },
  password?: string,
): Promise<Proxy> {
  const asked: string[] = [];
  const isKnown = ({ headers }: IncomingMessage) =>
    password === undefined ||
    headers['proxy-authorization'] === `Basic ${Buffer.from(password).toString('base64')}`;
  const server = createServer((incoming, answer) => {
    asked.push(incoming.url ?? '');
    const { method = 'GET', url = '', headers } = incoming;
    const { pathname } = new URL(url);
    const passed = request(
      { host: '127.0.0.1', port: to.plain, method, path: pathname, headers },
      (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      },
    );
    incoming.pipe(passed);
  });
  server.on('connect', (incoming, socket) => {
    asked.push(incoming.url ?? '');
    if (!isKnown(incoming)) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const far = connect(to.tunnel ?? 0, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      far.pipe(socket).pipe(far);
    });
    for (const each of [far, socket]) each.on('error', () => [far, socket].map((one) => one.destroy()));
  });
  await listening(server);
  return { host: `127.0.0.1:${portOf(server)}`, asked };
}
