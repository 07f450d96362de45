// A server of a test on a port of its own, gone when the test has ended.

import { once } from 'node:events';
import type { Server } from 'node:http';
import { onTestFinished } from 'vitest';
import { portOf } from './ports.js';

/** Its address. */
export async function listening(server: Server): Promise<string> {
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${portOf(server)}`;
}
