// Connections that have not shown a token yet. Whoever can reach the server can open them and say nothing, or ask for open pages and read none of them:
// beyond a few the oldest goes, so that those who do say something are heard, and one that takes nothing goes by itself.

import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface WaitingRoom {
  /** It was let in, and is held against other limits from now on. */
  leave(socket: Socket): void;
}

const mostWaiting = 64;
const usualStuckMs = 30_000;

/** `stuckMs`: how long nothing of an answer may be taken. */
export function waitingRoom(server: Server, stuckMs = usualStuckMs): WaitingRoom {
  // By the other side's address: a connection and the TLS in it are two sockets.
  const waiting = new Map<string, Socket>();
  /** What each had yet to take when they were last looked at. */
  let untaken = new Map<Socket, number>();
  let timer: NodeJS.Timeout | undefined;

  function lookForStuck(): void {
    const before = untaken;
    untaken = new Map();
    for (const socket of waiting.values()) {
      const { writableLength } = socket;
      if (writableLength > 0 && before.get(socket) === writableLength) socket.destroy();
      else untaken.set(socket, writableLength);
    }
    if (waiting.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  server.on('connection', (socket) => {
    const key = keyOf(socket);
    if (key === undefined) return;
    waiting.set(key, socket);
    timer ??= setInterval(lookForStuck, stuckMs).unref();
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
