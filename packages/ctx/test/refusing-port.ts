// A port of this machine that refuses every connection, and that nobody can listen on meanwhile.

import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { portOf } from './ports.js';

/** The near end of a connection that lasts as long as the test: a port that was only given back may be another's by now. */
export async function refusingPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect(portOf(server), '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  await once(socket, 'connect');
  if (socket.localPort === undefined) throw new TypeError('it is connected');
  return socket.localPort;
}
