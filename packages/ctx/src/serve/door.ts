// The server: HTTP and WebSocket on one address, each request held against who may come in, each connection against what it may cost.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { Duplex } from 'node:stream';
import type { Carrier } from '../acp/carrier.js';
import { socketCarrier } from '../acp/socket-carrier.js';
import { type AllowedNames, type CameBy, type Refused, refusedPlace, refusedToken } from './admission.js';
import { keepWatch } from './keep-watch.js';
import type { ListenAddress } from './listen-address.js';
import { type Listening, listenOn } from './listen-on.js';
import { answerJson, type Route, routeFor } from './route.js';
import { waitingRoom } from './waiting-room.js';

export interface DoorLimits {
  readonly mostConnections: number;
  readonly longestMessage: number;
  /** How often a peer has to show that it is still there. */
  readonly pingMs: number;
  /** How long a connection may be silent, while nothing of its is worked on. */
  readonly idleMs: number;
}

export interface Door {
  readonly address: ListenAddress;
  readonly names: AllowedNames;
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | undefined;
  readonly limits: DoorLimits;
  readonly routes: readonly Route[];
  /** The token as it is now; nothing where nobody can be let in. */
  token(): string | undefined;
  /** Where there is none, there is no WebSocket. */
  readonly connected?: (client: CameIn) => void;
  refused(from: string, reason: string): void;
}

export interface CameIn {
  readonly carrier: Carrier;
  /** The address of the other side, or `unix socket`. */
  readonly from: string;
  /** Says whether something of its is worked on: then silence is no idleness. */
  busyWhile(isBusy: () => boolean): void;
}

export interface OpenDoor extends Listening {
  connections(): number;
  /** Nobody new comes in; whoever is still there is told the last of it (`finish`), and cut off. */
  close(finish: () => Promise<void>): Promise<void>;
}

/** Where the WebSocket is. */
export const socketPath = '/acp';

/** What the paths of requests are relative to; nobody sees it. */
const ownAddress = 'http://server';

/** What a request may take until it is all there: only somebody who wants to hold us up is slower. */
const slowestRequestMs = 10_000;
const longestHeaders = 16_384;

export async function openDoor(door: Door): Promise<OpenDoor> {
  const { WebSocketServer } = await import('ws');
  const { limits, routes } = door;
  const options = {
    maxHeaderSize: longestHeaders,
    headersTimeout: slowestRequestMs,
    requestTimeout: slowestRequestMs,
    keepAliveTimeout: slowestRequestMs,
    connectionsCheckingInterval: slowestRequestMs / 2,
    handshakeTimeout: slowestRequestMs,
  };
  const server: Server =
    door.tls === undefined ? createServer(options) : createSecureServer({ ...options, ...door.tls });
  const waiting = waitingRoom(server);
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: limits.longestMessage,
    skipUTF8Validation: false,
    clientTracking: true,
  });

  server.on('request', (request, response) => {
    const refused = admitted(request, door, false);
    if (refused !== undefined) {
      door.refused(fromOf(request), refused.reason);
      const found = routeFor(routes, request.method ?? '', pathOf(request));
      const said = typeof found === 'object' ? found.refusal?.(refused) : undefined;
      return answerJson(response, refused.status, said ?? { error: refused.reason });
    }
    // A page that is open to everybody is no reason to stay.
    if (!isOpen(request, routes)) waiting.leave(request.socket);
    void answer(request, response, door, routes);
  });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const from = fromOf(request);
    const refused = admitted(request, door, true) ?? refusedUpgrade(request, sockets.clients.size, limits);
    if (refused !== undefined) {
      door.refused(from, refused.reason);
      return refuseUpgrade(socket, refused);
    }
    waiting.leave(request.socket);
    const { connected } = door;
    if (connected === undefined)
      return refuseUpgrade(socket, { status: 404, reason: 'there is no WebSocket here' });
    sockets.handleUpgrade(request, socket, head, (peer) => {
      let isBusy = () => false;
      keepWatch(peer, limits, () => isBusy());
      connected({
        carrier: socketCarrier(peer),
        from,
        busyWhile(says) {
          isBusy = says;
        },
      });
    });
  });
  sockets.on('wsClientError', (error, socket, request) => {
    door.refused(fromOf(request), error.message);
    refuseUpgrade(socket, { status: 400, reason: error.message });
  });
  server.on('clientError', (_error, socket) => {
    door.refused('a connection', 'what it sent is not HTTP');
    if (socket.writable) refuseUpgrade(socket, { status: 400, reason: 'what was sent is not HTTP' });
    else socket.destroy();
  });

  const listening = await listenOn(server, door.address, door.tls !== undefined);
  return {
    ...listening,
    connections: () => sockets.clients.size,
    async close(finish) {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      await finish();
      for (const peer of sockets.clients) peer.close(1001);
      server.closeIdleConnections();
      // Who does not take the goodbye is not waited for.
      setTimeout(() => {
        for (const peer of sockets.clients) peer.terminate();
        server.closeAllConnections();
      }, 200).unref();
      await closed;
    },
  };
}

interface AnyRefusal {
  readonly status: number;
  readonly reason: string;
}

function admitted(request: IncomingMessage, door: Door, isUpgrade: boolean): Refused | undefined {
  if (saysTwice(request)) return { status: 400, reason: 'a header that counts comes twice' };
  const refused = refusedPlace(request.headers, cameBy(request), door.names);
  if (refused !== undefined) return refused;
  const found = isUpgrade ? undefined : routeFor(door.routes, request.method ?? '', pathOf(request));
  if (!isUpgrade && isOpen(request, door.routes)) return undefined;
  return refusedToken(request.headers, (typeof found === 'object' ? found.token : undefined) ?? door.token);
}

function isOpen(request: IncomingMessage, routes: readonly Route[]): boolean {
  const found = routeFor(routes, request.method ?? '', pathOf(request));
  return typeof found === 'object' && found.open === true;
}

/** Which of the two counts, two programs on the way may see otherwise. */
function saysTwice({ headersDistinct }: IncomingMessage): boolean {
  return ['host', 'origin', 'authorization'].some((name) => (headersDistinct[name]?.length ?? 0) > 1);
}

function refusedUpgrade(
  request: IncomingMessage,
  connections: number,
  { mostConnections }: DoorLimits,
): AnyRefusal | undefined {
  if (pathOf(request) !== socketPath) return { status: 404, reason: `the WebSocket is at ${socketPath}` };
  if (connections >= mostConnections)
    return { status: 503, reason: `${mostConnections} clients are connected already` };
  return undefined;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { refused }: Door,
  routes: readonly Route[],
): Promise<void> {
  const found = routeFor(routes, request.method ?? '', pathOf(request));
  if (found === undefined) return answerJson(response, 404, { error: 'there is nothing here' });
  if (found === 'other_method') return answerJson(response, 405, { error: 'not by this method' });
  const { url = '/' } = request;
  if (!URL.canParse(url, ownAddress)) return answerJson(response, 400, { error: 'no address of a server' });
  try {
    await found.handle(request, response, new URL(url, ownAddress));
  } catch (error) {
    refused(fromOf(request), `internal error: ${error instanceof Error ? error.message : String(error)}`);
    if (response.headersSent) response.destroy();
    else answerJson(response, 500, { error: 'internal error' });
  }
}

const statusWords: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  421: 'Misdirected Request',
  503: 'Service Unavailable',
};

function refuseUpgrade(socket: Duplex, { status, reason }: AnyRefusal): void {
  const body = `${JSON.stringify({ error: reason })}\n`;
  const lines = [
    `HTTP/1.1 ${status} ${statusWords[status] ?? 'Refused'}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

function cameBy({ socket }: IncomingMessage): CameBy {
  return { address: socket.localAddress, port: socket.localPort, encrypted: 'encrypted' in socket };
}

function fromOf({ socket }: IncomingMessage): string {
  return socket.remoteAddress ?? 'unix socket';
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '/';
}
