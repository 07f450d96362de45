// A server that answers with exactly these bytes, for what no decent server does: pages, halves, lies, silence.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listening } from './listening.js';

export interface WireServer {
  readonly url: string;
  /** The requests so far: their headers and their bodies. */
  readonly requests: readonly { readonly headers: IncomingMessage['headers']; readonly body: string }[];
}

type Answer = (response: ServerResponse, attempt: number) => void;

export async function wireServer(answer: Answer): Promise<WireServer> {
  const requests: { headers: IncomingMessage['headers']; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      requests.push({ headers: request.headers, body });
      answer(response, requests.length);
    });
  });
  return { url: await listening(server), requests };
}

/** A stream of events, ended as a decent server ends it. */
export function eventStream(...events: readonly (string | object)[]): Answer {
  return (response) => {
    startEvents(response, ...events);
    response.end();
  };
}

export function startEvents(response: ServerResponse, ...events: readonly (string | object)[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) {
    response.write(`data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`);
  }
}

/** A piece of a Chat Completions stream. */
export function chatChunk(delta: object, finish_reason: string | null = null, more: object = {}): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'local',
    choices: [{ index: 0, delta, finish_reason }],
    ...more,
  };
}
