// A model on loopback that plays a script to a host, in the form of whichever provider the host speaks to. It keeps each request as it
// came, so that we see what really reached the model. It also stands where a host expects the way to the network: there is none.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { membersOf } from '../protocol/members.js';
import { parsedJson } from '../protocol/parsed-json.js';
import { anthropicWire } from './wires/anthropic.js';
import { chatWire } from './wires/chat.js';
import { geminiWire } from './wires/gemini.js';
import { responsesWire } from './wires/responses.js';
import type { ModelAsked, ModelSaid, Wire } from './wires/wire.js';

const wires: readonly Wire[] = [anthropicWire, responsesWire, chatWire, geminiWire];

/** What the model says, given what it was asked and the whole request. */
export type Script = (asked: ModelAsked, request: string) => Omit<ModelSaid, 'id'>;

export interface ModelServer {
  readonly url: string;
  /** Every request to the model, as it came. */
  readonly requests: readonly string[];
  /** Where else the host wanted to go. */
  readonly refused: ReadonlySet<string>;
  close(): Promise<void>;
}

export async function startModelServer(script: Script): Promise<ModelServer> {
  const requests: string[] = [];
  const refused = new Set<string>();
  const server = createServer((request, response) => {
    if (isElsewhere(request, portOf(server))) refuse(request.url ?? '', refused, response);
    else answer(request, response, script, requests).catch(() => response.destroy());
  });
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    tunnel(request.url ?? '', portOf(server), socket, refused);
  });
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    refused,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** No host sends more in one request of so short a session. */
const longestRequest = 1 << 25;

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  script: Script,
  requests: string[],
): Promise<void> {
  const text = await bodyOf(request);
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const wire = wires.find(({ path }) => path.test(pathname));
  if (text === undefined || wire === undefined || request.method !== 'POST') {
    const known = otherAnswer(pathname);
    response.writeHead(known === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(known ?? { error: { message: 'a scripted model has no such address' } }));
    return;
  }
  const asked = wire.read(membersOf(parsedJson(text)), pathname);
  requests.push(text);
  const { type, body } = wire.answer(asked, { id: requests.length, ...script(asked, text) });
  response.writeHead(200, { 'content-type': type });
  response.end(body);
}

/** Questions that hosts ask beside those to the model. */
function otherAnswer(path: string): object | undefined {
  if (path.endsWith('/count_tokens')) return { input_tokens: 10 };
  if (path.endsWith(':countTokens')) return { totalTokens: 10 };
  if (path.endsWith('/models')) return { object: 'list', data: [] };
  return undefined;
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= longestRequest) chunks.push(chunk);
  }
  return bytes > longestRequest ? undefined : Buffer.concat(chunks).toString();
}

/** A request to a proxy names the whole address. */
function isElsewhere({ url = '' }: IncomingMessage, port: number): boolean {
  return /^https?:/i.test(url) && !isOwn(new URL(url).host, port);
}

function refuse(target: string, refused: Set<string>, response: ServerResponse): void {
  note(target, refused);
  response.writeHead(403).end();
}

function isOwn(host: string, port: number): boolean {
  return [`127.0.0.1:${port}`, `localhost:${port}`].includes(host);
}

function note(target: string, refused: Set<string>): void {
  if (refused.size < mostNoted) refused.add(target.slice(0, 200));
}

/** A host that asks a proxy for every address gets to this server, and nowhere else. */
function tunnel(target: string, port: number, socket: Duplex, refused: Set<string>): void {
  socket.on('error', () => socket.destroy());
  if (!isOwn(target, port)) {
    note(target, refused);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    return;
  }
  const own = connect(port, '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    own.pipe(socket);
    socket.pipe(own);
  });
  own.on('error', () => socket.destroy());
  socket.on('close', () => own.destroy());
}

const mostNoted = 100;

function listening(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(portOf(server)));
  });
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the server has no port');
  return address.port;
}
