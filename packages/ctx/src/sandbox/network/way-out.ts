// Whether a connection may leave the sandbox, and to which address.

import { lookup } from 'node:dns/promises';
import { isPrivate } from './addresses.js';
import type { HostRule } from './allowed-hosts.js';

export type Refused = 'not_listed' | 'private_address' | 'unknown_name' | 'not_understood';

export interface DeniedConnection {
  readonly host: string;
  readonly port: number;
  readonly reason: Refused;
}

export type Way = { readonly address: string } | { readonly refused: Refused };

export type Resolve = (host: string) => Promise<readonly string[]>;

export async function wayTo(host: string, port: number, rule: HostRule, resolve: Resolve): Promise<Way> {
  const verdict = rule(host, port);
  if (!verdict.allowed) return { refused: 'not_listed' };
  if (verdict.address !== undefined) return { address: verdict.address };
  let addresses: readonly string[];
  try {
    addresses = await resolve(host);
  } catch {
    return { refused: 'unknown_name' };
  }
  const [address] = addresses;
  if (address === undefined) return { refused: 'unknown_name' };
  return addresses.some(isPrivate) ? { refused: 'private_address' } : { address };
}

export async function resolveHost(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** What the command is told. */
export function refusalText({ host, port, reason }: DeniedConnection): string {
  switch (reason) {
    case 'not_listed':
      return `The sandbox does not allow connections to ${host}:${port}.\n`;
    case 'private_address':
      return `The sandbox refuses ${host}: the name leads to a private address. If you mean that machine, write ${host}=ADDRESS under sandbox.network.\n`;
    case 'unknown_name':
      return `The name ${host} could not be resolved.\n`;
    case 'not_understood':
      return "The sandbox's proxy does not understand this request.\n";
  }
}
