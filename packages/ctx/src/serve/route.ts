// What is served over HTTP beside the WebSocket. Every request was let in by then: the name, the page that it comes from, the token.

import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Route {
  readonly method: 'GET' | 'POST';
  /** Without the query. A path that ends in a slash is the beginning of many. */
  readonly path: string;
  /** Served without a token: a page that has yet to ask for it, and nothing that tells of a session. */
  readonly open?: true;
  /** The token that it wants in the place of the server's own. */
  readonly token?: () => string | undefined;
  /** How it says that somebody is not let in. */
  readonly refusal?: (refused: { readonly status: number; readonly reason: string }) => object;
  handle(request: IncomingMessage, response: ServerResponse, url: URL): void | Promise<void>;
}

export function routeFor(
  routes: readonly Route[],
  method: string,
  path: string,
): Route | 'other_method' | undefined {
  const found = routes.filter((route) =>
    route.path.length > 1 && route.path.endsWith('/') ? path.startsWith(route.path) : path === route.path,
  );
  return found.find((route) => route.method === method) ?? (found.length > 0 ? 'other_method' : undefined);
}

export function answerJson(response: ServerResponse, status: number, body: object): void {
  const text = `${JSON.stringify(body)}\n`;
  response.writeHead(status, { ...plainHeaders, 'content-type': 'application/json; charset=utf-8' });
  response.end(text);
}

/** Nothing is kept by a browser, framed by another page, or taken for what it is not. */
export const plainHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const;
