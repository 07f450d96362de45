// The proxy that the environment names for an address, as other tools read it: HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY.

import { BlockList, isIP } from 'node:net';
import type { Environment } from '../disk/user-folder.js';
import { fail } from '../protocol/codes.js';

export const proxyFailed = 'CTX_PROXY_FAILED';
export const proxyRefused = 'CTX_PROXY_REFUSED';

/** This machine is reached without a proxy, whatever NO_PROXY says. */
export function proxyFor(target: URL, env: Environment): URL | undefined {
  const host = target.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (isThisMachine(host) || isExcepted(host, portOf(target), env)) return undefined;
  const names = [`${target.protocol.slice(0, -1)}_proxy`, 'all_proxy'].flatMap((name) => [
    name,
    name.toUpperCase(),
  ]);
  for (const name of names) {
    const value = env[name]?.trim();
    if (value) return proxyNamed(name, value);
  }
  return undefined;
}

export function portOf({ protocol, port }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

/** Of the value, which may hold a password, nothing is said. */
function proxyNamed(variable: string, value: string): URL {
  const text = /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.hostname === '' || !/^https?:$/.test(url.protocol))
    throw fail('proxy_invalid', { operation: 'plan', target: variable });
  return url;
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127\./.test(host);
}

/** `*`, `example.com` and all below it, `.example.com`, `*.example.com`, `example.com:8080`, `10.0.0.0/8`. */
function isExcepted(host: string, port: number, env: Environment): boolean {
  const value = env['no_proxy']?.trim() || env['NO_PROXY']?.trim() || '';
  return value
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => entry !== '' && (entry === '*' || isIn(entry, host, port)));
}

function isIn(entry: string, host: string, port: number): boolean {
  const [, name = entry, at] = /^(\[[^\]]*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
  if (at !== undefined && Number(at) !== port) return false;
  const bare = name.replace(/^\[|\]$/g, '').replace(/^\*?\./, '');
  const [address = '', prefix] = bare.split('/');
  if (isIP(host) !== 0) return isIP(address) === isIP(host) && isInRange(host, address, prefix);
  return host === bare || host.endsWith(`.${bare}`);
}

function isInRange(host: string, address: string, prefix: string | undefined): boolean {
  const family = isIP(host) === 6 ? 'ipv6' : 'ipv4';
  const bits = Number(prefix ?? (family === 'ipv6' ? 128 : 32));
  if (!Number.isInteger(bits) || bits < 0 || bits > (family === 'ipv6' ? 128 : 32)) return false;
  const range = new BlockList();
  range.addSubnet(address, bits, family);
  return range.check(host, family);
}
