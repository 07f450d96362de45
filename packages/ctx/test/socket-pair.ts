// Two ends of a real socket, for what two programs say to each other.

import { once } from 'node:events';
import { createServer, connect as dial, type Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './folder.js';

export async function socketPair(): Promise<readonly [Socket, Socket]> {
  const path = join(temporaryFolder(), 's');
  const server = createServer({ allowHalfOpen: true });
  server.listen(path);
  await once(server, 'listening');
  const taken = once(server, 'connection');
  const near = dial({ path, allowHalfOpen: true });
  const [far] = await taken;
  server.close();
  onTestFinished(() => {
    near.destroy();
    far.destroy();
  });
  return [near, far];
}
