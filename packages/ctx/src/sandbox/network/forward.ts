// Ports of loopback that are allowed, for programs that take no proxy for it: what comes in at them inside goes to the same port outside.

import { connect, type Server, type Socket } from 'node:net';
import { parsedHost } from './allowed-hosts.js';

/** Of the entries that name one port of this machine. */
export function forwardedPorts(entries: readonly string[]): number[] {
  const ports = entries.flatMap((entry) => {
    const { name = '', address, port } = parsedHost(entry) ?? {};
    const isHere = address === '127.0.0.1' && (name === 'localhost' || name === '127.0.0.1');
    return isHere && port !== undefined ? [port] : [];
  });
  return [...new Set(ports)];
}

export interface Forwarding {
  /** Takes what comes in at a listener that was opened inside. */
  serve(listener: Server, port: number): void;
  close(): void;
}

export function startForwarding(): Forwarding {
  const listeners = new Set<Server>();
  const sockets = new Set<Socket>();
  const keep = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    socket.on('error', () => other.destroy());
    socket.once('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
  };
  return {
    serve(listener, port) {
      listeners.add(listener);
      listener.once('close', () => listeners.delete(listener));
      listener.on('connection', (inside) => {
        const outside = connect({ host: '127.0.0.1', port });
        keep(inside, outside);
        keep(outside, inside);
        inside.pipe(outside).pipe(inside);
      });
    },
    close() {
      for (const listener of listeners) listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
