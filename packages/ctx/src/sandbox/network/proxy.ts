// The way out for commands that may reach some hosts: an HTTP proxy in ctx itself, outside of the sandbox.

import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, type Server, type Socket } from 'node:net';
import type { HostRule } from './allowed-hosts.js';
import { type DeniedConnection, type Resolve, refusalText, resolveHost, type Way, wayTo } from './way-out.js';

export interface ProxyOptions {
  readonly rule: HostRule;
  readonly onDenied: (denied: DeniedConnection) => void;
  readonly resolve?: Resolve;
}

export interface WayOut {
  /** Takes what comes in at a listener that was opened elsewhere. */
  serve(listener: Server): void;
  close(): void;
}

interface Target {
  readonly host: string;
  readonly port: number;
}

export function startProxy({ rule, onDenied, resolve = resolveHost }: ProxyOptions): WayOut {
  const sockets = new Set<Socket>();
  const listeners = new Set<Server>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    return socket;
  };
  /** The address to connect to, or what the command is told instead. */
  const admit = async (target: Target | undefined): Promise<{ address: string } | { refusal: string }> => {
    const { host, port } = target ?? { host: '', port: 0 };
    const way: Way =
      target === undefined ? { refused: 'not_understood' } : await wayTo(host, port, rule, resolve);
    if ('address' in way) return way;
    const denied = { host, port, reason: way.refused };
    onDenied(denied);
    return { refusal: refusalText(denied) };
  };

  const server = createServer((incoming, outgoing) => {
    void forward(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.on('connect', (incoming: IncomingMessage, client: Socket, head: Buffer) => {
    void tunnel(incoming.url ?? '', client, head).catch(() => client.destroy());
  });

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = httpUrl(incoming.url);
    const admitted = await admit(url && { host: bare(url.hostname), port: Number(url.port || 80) });
    if (url === undefined || 'refusal' in admitted) {
      answer(outgoing, 403, 'refusal' in admitted ? admitted.refusal : '');
      return;
    }
    const { 'proxy-connection': _, 'proxy-authorization': __, ...headers } = incoming.headers;
    const onward = request({
      host: admitted.address,
      port: Number(url.port || 80),
      method: incoming.method,
      path: url.pathname + url.search,
      headers: { ...headers, host: url.host },
      agent: false,
    });
    onward.once('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    onward.once('error', () => answer(outgoing, 502, 'The host did not answer.\n'));
    outgoing.once('close', () => onward.destroy());
    incoming.pipe(onward);
  }

  async function tunnel(authority: string, client: Socket, head: Buffer): Promise<void> {
    const target = targetOf(authority);
    const admitted = await admit(target);
    if (target === undefined || 'refusal' in admitted) {
      const text = 'refusal' in admitted ? admitted.refusal : '';
      const headers = `content-type: text/plain\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close`;
      client.end(`HTTP/1.1 403 Forbidden\r\n${headers}\r\n\r\n${text}`);
      return;
    }
    const onward = keep(connect({ host: admitted.address, port: target.port }));
    onward.once('connect', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.write(head);
      onward.pipe(client);
      client.pipe(onward);
    });
    onward.once('close', () => client.destroy());
    client.once('close', () => onward.destroy());
  }

  return {
    serve(listener) {
      listeners.add(listener);
      listener.on('connection', (socket) => server.emit('connection', keep(socket)));
      listener.once('close', () => listeners.delete(listener));
    },
    close() {
      for (const listener of listeners) listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function httpUrl(text: string | undefined): URL | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'http:' ? url : undefined;
}

function targetOf(authority: string): Target | undefined {
  const [, host, port] = /^(\[[^\]]+\]|[^:]+):(\d{1,5})$/.exec(authority) ?? [];
  return host === undefined ? undefined : { host: bare(host), port: Number(port) };
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

function answer(outgoing: ServerResponse, status: number, text: string): void {
  if (outgoing.headersSent) {
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(status, { 'content-type': 'text/plain', connection: 'close' });
  outgoing.end(text);
}
