// A server that speaks as ctx does and lies: what it answers is the test's own.

import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { membersOf } from '../src/acp/fields.js';
import { portOf } from './ports.js';
import { programVersion } from './program-version.js';

export interface Asked {
  readonly id: unknown;
  readonly method: string;
  readonly params: Record<string, unknown>;
}

export type Lies = Readonly<Record<string, (asked: Asked, socket: WebSocket) => unknown>>;

export const greeting = {
  protocolVersion: 1,
  agentInfo: { name: 'ctx', version: programVersion },
  agentCapabilities: {},
  _meta: { ctx: { events: 1, cwd: '/srv' } },
};

/** What a method returns is the result; nothing, and nothing is answered. Everything that came is in `heard`. */
export async function hostileServer(lies: Lies) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
  const heard: Record<string, unknown>[] = [];
  const all: Lies = { initialize: () => greeting, 'session/new': () => ({ sessionId: 's1' }), ...lies };
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      const message = membersOf(JSON.parse(String(data)));
      heard.push(message);
      const { id, method, params } = message;
      if (typeof method !== 'string' || id === undefined) return;
      const result = all[method]?.({ id, method, params: membersOf(params) }, socket);
      if (result !== undefined) socket.send(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
  });
  await once(server, 'listening');
  return { url: `ws://127.0.0.1:${portOf(server)}`, heard };
}

export function notify(socket: WebSocket, method: string, params: object): void {
  socket.send(JSON.stringify({ jsonrpc: '2.0', method, params }));
}
