// Who may come in. A page in a browser can make it send requests here, under a name that leads to this machine (DNS rebinding) or to a name that
// is ours: so the name has to be one of ours, and what says that it comes from a page has to be a page of ours. Then the token.

import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { hostInUrl } from './listen-address.js';
import { isSameToken } from './token-file.js';

export interface AllowedNames {
  /** `name` or `name:port`, besides the addresses that the server has. */
  readonly hosts: readonly string[];
  /** `https://page.example`, besides its own pages. */
  readonly origins: readonly string[];
}

/** How a request came: the address that it was sent to, of the socket itself. Nothing of a socket in the file system. */
export interface CameBy {
  readonly address: string | undefined;
  readonly port: number | undefined;
  readonly encrypted: boolean;
}

export type Refused = { readonly status: 400 | 401 | 403 | 421; readonly reason: string };

/** Nothing where nothing speaks against it. It says nothing of the token. */
export function refusedPlace(
  headers: IncomingHttpHeaders,
  came: CameBy,
  allowed: AllowedNames,
): Refused | undefined {
  const host = headers.host?.toLowerCase();
  if (host === undefined || !isOwnHost(host, came, allowed))
    return { status: 421, reason: 'the Host header names another server' };
  const { origin } = headers;
  const own = `${came.encrypted ? 'https' : 'http'}://${host}`;
  if (origin !== undefined && origin.toLowerCase() !== own && !allowed.origins.includes(origin.toLowerCase()))
    return { status: 403, reason: 'a page of another origin' };
  const site = headers['sec-fetch-site'];
  if (origin === undefined && site !== undefined && site !== 'same-origin' && site !== 'none')
    return { status: 403, reason: 'a page of another site' };
  return undefined;
}

/** `wanted` is asked for where a token was given. */
export function refusedToken(
  { authorization }: IncomingHttpHeaders,
  wanted: () => string | undefined,
): Refused | undefined {
  if (authorization === undefined) return { status: 401, reason: 'no token' };
  const [, given] = /^Bearer ([\x21-\x7e]+)$/i.exec(authorization) ?? [];
  const token = wanted();
  if (given === undefined || token === undefined || !isSameToken(given, token))
    return { status: 401, reason: 'a wrong token' };
  return undefined;
}

function isOwnHost(host: string, { address, port }: CameBy, { hosts }: AllowedNames): boolean {
  if (hosts.includes(host)) return true;
  const [, name = '', digits] = /^(\[[^\]]+\]|[^:]+)(?::(\d{1,5}))?$/.exec(host) ?? [];
  if (hosts.includes(name)) return true;
  if (port === undefined) return name === 'localhost';
  if (digits === undefined ? port !== 80 && port !== 443 : Number(digits) !== port) return false;
  if (name === 'localhost') return isThisMachine(address);
  const literal = name.replace(/^\[|\]$/g, '');
  // An address cannot be led elsewhere by a name server; it has to be the one that the request was sent to.
  return isIP(literal) !== 0 && hostInUrl(plainAddress(literal)) === hostInUrl(plainAddress(address ?? ''));
}

function isThisMachine(address: string | undefined): boolean {
  const plain = plainAddress(address ?? '');
  return plain.startsWith('127.') || plain === '::1';
}

function plainAddress(address: string): string {
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
}
