// Where a server listens: on this machine alone, on an address that others reach, or on a socket in the file system.

import { isIP, isIPv4 } from 'node:net';

export type ListenAddress =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  | { readonly kind: 'unix'; readonly path: string };

/** Nothing where it is none: `127.0.0.1:7433`, `[::1]:0`, `:7433` (this machine), `unix:/run/ctx.sock`. */
export function listenAddress(text: string): ListenAddress | undefined {
  if (text.startsWith('unix:')) {
    const path = text.slice('unix:'.length);
    return path === '' || path.includes('\0') ? undefined : { kind: 'unix', path };
  }
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:]*)):(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  const host = bracketed ?? plain;
  if (host === undefined || port > 65_535) return undefined;
  if (host === '' || host === 'localhost') return { kind: 'tcp', host: '127.0.0.1', port };
  return isIP(host) === 0 ? undefined : { kind: 'tcp', host, port };
}

export function isLoopback(host: string): boolean {
  return isIPv4(host) ? host.startsWith('127.') : host === '::1' || host === '::ffff:127.0.0.1';
}

/** As a URL has it. */
export function hostInUrl(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}
