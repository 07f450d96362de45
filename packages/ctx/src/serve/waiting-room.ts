// Connections that nobody was let in by yet. Whoever can reach the server can open them, and say nothing: beyond a few the oldest goes, so that
// those who do say something are heard.

import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface WaitingRoom {
  /** It was let in, and is held against other limits from now on. */
  leave(socket: Socket): void;
}

const mostWaiting = 64;

export function waitingRoom(server: Server): WaitingRoom {
  // By the other side's address: a connection and the TLS in it are two sockets.
  const waiting = new Map<string, Socket>();
  server.on('connection', (socket) => {
    const key = keyOf(socket);
    if (key === undefined) return;
    waiting.set(key, socket);
    socket.once('close', () => {
      if (waiting.get(key) === socket) waiting.delete(key);
    });
    const [oldest] = waiting.values();
    if (waiting.size > mostWaiting) oldest?.destroy();
  });
  return {
    leave(socket) {
      const key = keyOf(socket);
      if (key !== undefined) waiting.delete(key);
    },
  };
}

/** Nothing of a socket in the file system, which only its user can open. */
function keyOf({ remoteAddress, remotePort }: Socket): string | undefined {
  return remotePort === undefined ? undefined : `${remoteAddress} ${remotePort}`;
}
