// Ports of this machine, for servers of tests.

import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';

export function portOf(server: Pick<Server, 'address'>): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('it listens on a port');
  return address.port;
}

/**
 * One that nobody listens on. It is none of those that the system gives to whoever asks for any port, or connects to one: until a
 * server of the test has it, and while that is stopped, nobody else gets it.
 */
export async function freePort(): Promise<number> {
  const [from, to] = portsGivenToNobody();
  for (;;) {
    const port = randomInt(from, to);
    if (await canListenOn(port)) return port;
  }
}

function portsGivenToNobody(): [from: number, to: number] {
  const [first = 32_768, last = 60_999] = givenPorts();
  return first > 11_000 ? [10_000, first] : [last + 1, 65_536];
}

function givenPorts(): number[] {
  try {
    return readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').trim().split(/\s+/).map(Number);
  } catch {
    return [];
  }
}

function canListenOn(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
