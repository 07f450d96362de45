import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { listening } from '../../test/listening.js';
import { requestThrough } from './through-proxy.js';

it('gives up on a proxy that takes the connection and never answers, and says so without a code', async () => {
  const server = createServer();
  // Its side stays open; only ours can end this.
  server.on('connect', () => {});
  const proxy = new URL(await listening(server));
  const asked = requestThrough(proxy, new URL('https://a.test'), { headers: {} }, () => {}, 0.001);
  await expect(asked).rejects.toMatchObject({
    cause: {
      code: 'CTX_PROXY_FAILED',
      message: `The proxy ${proxy.host} did not answer within 0.001 seconds`,
    },
  });
});
