import { describe, expect, it } from 'vitest';
import { isPrivate } from './addresses.js';
import { hostRuleOf, parsedHost } from './allowed-hosts.js';

describe('a list of hosts', () => {
  it.each<[entry: string, host: string, port: number, allowed: boolean]>([
    ['example.com', 'example.com', 443, true],
    ['example.com', 'EXAMPLE.com.', 80, true],
    ['example.com', 'example.com', 22, false],
    ['example.com', 'www.example.com', 443, false],
    ['example.com', 'notexample.com', 443, false],
    ['example.com', 'example.com.evil.test', 443, false],
    ['*.example.com', 'www.example.com', 443, true],
    ['*.example.com', 'a.b.example.com', 443, true],
    ['*.example.com', 'example.com', 443, false],
    ['*.example.com', 'evilexample.com', 443, false],
    ['example.com:8443', 'example.com', 8443, true],
    ['example.com:8443', 'example.com', 443, false],
    ['[::1]:8080', '::1', 8080, true],
    ['127.0.0.1:80', '127.0.0.1', 80, true],
  ])('%s, asked for %s:%i, says %s', (entry, host, port, allowed) => {
    expect(hostRuleOf([entry])(host, port).allowed).toBe(allowed);
  });

  it('knows where a machine of one’s own network is, where a person says so', () => {
    expect(hostRuleOf(['git.corp=10.1.2.3'])('git.corp', 443)).toEqual({
      allowed: true,
      address: '10.1.2.3',
    });
    expect(hostRuleOf(['git.corp'])('git.corp', 443)).toEqual({ allowed: true, address: undefined });
  });

  it.each([
    '',
    'https://example.com',
    'a b',
    'example.com:0',
    'example.com:99999',
    '*',
    'a.*.com',
    'x=y',
    '-a.com',
  ])('has no entry %j', (entry) => {
    expect(parsedHost(entry)).toBeUndefined();
  });
});

it.each([
  ['10.0.0.1', true],
  ['127.0.0.1', true],
  ['169.254.169.254', true],
  ['172.31.255.255', true],
  ['192.168.1.1', true],
  ['100.64.0.1', true],
  ['0.0.0.0', true],
  ['::1', true],
  ['::', true],
  ['::ffff:10.0.0.1', true],
  ['::ffff:7f00:1', true],
  ['64:ff9b::a00:1', true],
  ['fd00::1', true],
  ['fe80::1', true],
  ['nonsense', true],
  ['93.184.216.34', false],
  ['172.32.0.1', false],
  ['2606:2800:220:1::1', false],
])('%s is private: %s', (address, expected) => {
  expect(isPrivate(address)).toBe(expected);
});
