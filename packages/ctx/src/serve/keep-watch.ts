// A connection whose other side is gone without a word (a cable, a laptop that sleeps) is found by asking; one that nobody uses is ended.

import type { WebSocket } from 'ws';

interface Watched {
  readonly pingMs: number;
  readonly idleMs: number;
}

export function keepWatch(peer: WebSocket, { pingMs, idleMs }: Watched, isBusy: () => boolean): void {
  let isThere = true;
  let usedAt = performance.now();
  const timer = setInterval(() => {
    if (!isThere) return peer.terminate();
    if (isBusy()) usedAt = performance.now();
    if (performance.now() - usedAt > idleMs) return peer.close(1000, 'idle');
    isThere = false;
    peer.ping();
  }, pingMs);
  timer.unref();
  peer.on('pong', () => {
    isThere = true;
  });
  peer.on('message', () => {
    isThere = true;
    usedAt = performance.now();
  });
  peer.once('close', () => clearInterval(timer));
}
