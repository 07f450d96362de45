// Addresses that are not the internet: a public name that leads to one of them may be a trap.

import { BlockList, isIPv4, isIPv6 } from 'node:net';

type Range = readonly [address: string, prefix: number];

const ranges4: readonly Range[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** With those that carry an IPv4 address. */
const ranges6: readonly Range[] = [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

/** What is no address at all counts as private. */
export function isPrivate(address: string): boolean {
  const list = new BlockList();
  for (const [start, prefix] of ranges4) list.addSubnet(start, prefix, 'ipv4');
  for (const [start, prefix] of ranges6) list.addSubnet(start, prefix, 'ipv6');
  if (isIPv4(address)) return list.check(address, 'ipv4');
  return isIPv6(address) ? list.check(address, 'ipv6') : true;
}
