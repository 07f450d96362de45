// Where a ctx elsewhere is: `ws://host:port`, `wss://host`, `unix:PATH`.

import { resolve } from 'node:path';
import { socketPath } from '../serve/door.js';

export type Address =
  | { readonly kind: 'web'; readonly url: URL; readonly shown: string }
  | { readonly kind: 'unix'; readonly path: string; readonly shown: string };

/** Why a text is no address, in a few words. */
export interface NoAddress {
  readonly wanted: string;
}

export const addressWanted = 'ws://HOST:PORT, wss://HOST:PORT or unix:PATH';

/** A path that stands relative is taken from `cwd`. */
export function addressOf(text: string, cwd: string): Address | NoAddress {
  if (text.startsWith('unix:')) {
    const path = text.slice('unix:'.length);
    if (path === '' || path.includes('\0')) return { wanted: addressWanted };
    const whole = resolve(cwd, path);
    return { kind: 'unix', path: whole, shown: `unix:${whole}` };
  }
  if (!/^wss?:\/\//i.test(text) || !URL.canParse(text)) return { wanted: addressWanted };
  const url = new URL(text);
  // An address is shown, kept and logged.
  if (url.username !== '' || url.password !== '' || url.search !== '')
    return { wanted: 'an address without a password or token; name the token’s file with --token-file' };
  if (url.hash !== '' || url.hostname === '') return { wanted: addressWanted };
  if (url.pathname === '/') url.pathname = socketPath;
  return { kind: 'web', url, shown: shownUrl(url) };
}

/** Another path of the same server. */
export function beside({ url }: Extract<Address, { kind: 'web' }>, path: string): URL {
  const other = new URL(url);
  other.protocol = url.protocol === 'wss:' ? 'https:' : 'http:';
  other.pathname = path;
  return other;
}

function shownUrl(url: URL): string {
  return url.pathname === socketPath ? `${url.protocol}//${url.host}` : url.href;
}
