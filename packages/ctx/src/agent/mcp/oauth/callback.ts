// The address on this machine that a person's browser is sent back to after a login.

import { once } from 'node:events';
import { createServer } from 'node:http';

export interface Callback {
  readonly url: string;
  /** The parameters of the first answer to our own question. */
  readonly answered: Promise<URLSearchParams>;
  close(): void;
}

const page = (text: string) =>
  `<!doctype html><meta charset="utf-8"><title>ctx</title><p style="font: 1.1rem system-ui; margin: 3rem">${text}</p>`;

/** `port` 0 takes any that is free; throws EADDRINUSE where another is meant and taken. */
export async function listenForCallback(port: number, state: string): Promise<Callback> {
  let answer: (parameters: URLSearchParams) => void = () => {};
  const answered = new Promise<URLSearchParams>((resolve) => {
    answer = resolve;
  });
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isOurs =
      request.method === 'GET' && pathname === '/callback' && searchParams.get('state') === state;
    response.writeHead(isOurs ? 200 : 400, { 'content-type': 'text/html', connection: 'close' });
    response.end(
      page(
        isOurs
          ? 'Done. You can close this page and go back to the terminal.'
          : 'This page does not belong to a login that ctx started.',
      ),
    );
    if (isOurs) answer(searchParams);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('it listens on a port');
  return {
    url: `http://127.0.0.1:${address.port}/callback`,
    answered,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
