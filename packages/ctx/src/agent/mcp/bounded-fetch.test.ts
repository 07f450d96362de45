import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { listening } from '../../../test/listening.js';
import { boundedFetch } from './bounded-fetch.js';

it('gives an answer as the server sent it', async () => {
  const response = await boundedFetch({})(await serverThatSends(3));
  expect({ status: response.status, type: response.headers.get('content-type') }).toEqual({
    status: 203,
    type: 'text/plain',
  });
  expect((await response.arrayBuffer()).byteLength).toBe(3 * chunk.length);
});

it('cuts off an answer without end, and hangs up', async () => {
  const closed = new EventEmitter();
  const hungUp = once(closed, 'close');
  const response = await boundedFetch({})(await serverThatSends(Infinity, () => closed.emit('close')));
  await expect(response.arrayBuffer()).rejects.toThrow('the answer is larger than 67108864 bytes');
  await hungUp;
});

const chunk = Buffer.alloc(1 << 20, 'x');

async function serverThatSends(chunks: number, onClose = () => {}): Promise<URL> {
  const server = createServer((_, response) => {
    response.writeHead(203, { 'content-type': 'text/plain' });
    response.once('close', onClose);
    let sent = 0;
    const send = () => {
      while (sent < chunks && !response.destroyed) {
        sent += 1;
        if (!response.write(chunk)) return;
      }
      if (sent === chunks) response.end();
    };
    response.on('drain', send);
    send();
  });
  return new URL(await listening(server));
}
