// The end of the socket that ctx itself holds. Whoever is at the other end may be hostile: what it sends is bounded in size,
// time and number, and every request is answered once.

import { createServer, type Socket } from 'node:net';
import { largestRequest, parsedRequest, type Reply, type Request } from './request.js';

export interface RequestLimits {
  /** Connections at a time; more are closed at once. */
  readonly connections: number;
  /** Requests that are answered at a time; the others wait. */
  readonly atOnce: number;
  /** Milliseconds until the whole request has to be there. */
  readonly patience: number;
}

const usualLimits: RequestLimits = { connections: 64, atOnce: 2, patience: 30_000 };

export type AnswerRequest = (request: Request) => Promise<Reply>;

export interface RequestServer {
  /** Nobody is let in any more; settles when what was begun is answered. */
  close(): Promise<void>;
}

/** The socket is there when this returns. Where it cannot be made, programs inside find nobody to ask. */
export function serveRequests(
  path: string,
  answer: AnswerRequest,
  limits: RequestLimits = usualLimits,
): RequestServer {
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];
  const working = new Set<Promise<void>>();
  let busy = 0;

  /** One after the other, as far as there are more than may be answered at once. */
  async function inTurn(work: () => Promise<void>): Promise<void> {
    if (busy >= limits.atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    busy++;
    try {
      await work();
    } finally {
      busy--;
      waiting.shift()?.();
    }
  }

  function take(socket: Socket): void {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const timer = setTimeout(() => socket.destroy(), limits.patience);
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      clearTimeout(timer);
      sockets.delete(socket);
    });
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      if (bytes > largestRequest) socket.destroy();
      else chunks.push(chunk);
    });
    socket.once('end', () => {
      clearTimeout(timer);
      const request = parsedRequest(Buffer.concat(chunks).toString('utf8'));
      if (request === undefined) {
        socket.destroy();
        return;
      }
      const work = inTurn(async () => {
        if (!socket.destroyed) socket.end(JSON.stringify(await answer(request)));
      }).catch(() => void socket.destroy());
      working.add(work);
      void work.then(() => working.delete(work));
    });
  }

  const server = createServer({ allowHalfOpen: true }, take);
  server.maxConnections = limits.connections;
  server.on('error', () => {});
  server.listen(path);
  return {
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await Promise.allSettled(working);
    },
  };
}
