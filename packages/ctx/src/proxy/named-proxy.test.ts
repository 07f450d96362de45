import { expect, it } from 'vitest';
import { proxyFor } from './named-proxy.js';

const proxy = 'http://proxy.test:3128';

const of = (target: string, env: Record<string, string>) => proxyFor(new URL(target), env)?.href;

it.each([
  ['https://a.test', { HTTPS_PROXY: proxy }, `${proxy}/`],
  ['https://a.test', { https_proxy: 'proxy.test:3128' }, `${proxy}/`],
  ['https://a.test', { ALL_PROXY: proxy }, `${proxy}/`],
  ['https://a.test', { https_proxy: 'http://one', HTTPS_PROXY: 'http://two' }, 'http://one/'],
  ['https://a.test', { HTTP_PROXY: proxy }, undefined],
  ['http://a.test', { HTTP_PROXY: proxy }, `${proxy}/`],
  ['http://a.test', { HTTPS_PROXY: proxy }, undefined],
  ['https://a.test', { HTTPS_PROXY: ' ' }, undefined],
  ['https://localhost', { HTTPS_PROXY: proxy }, undefined],
  ['http://127.0.0.1:11434', { HTTP_PROXY: proxy }, undefined],
  ['http://[::1]:11434', { HTTP_PROXY: proxy }, undefined],
])('the proxy for %s with %j is %s', (target, env, expected) => {
  expect(of(target, env)).toBe(expected);
});

it.each([
  ['*', 'https://a.test', true],
  ['a.test', 'https://a.test', true],
  ['A.Test', 'https://a.test', true],
  ['a.test', 'https://b.a.test', true],
  ['.a.test', 'https://b.a.test', true],
  ['*.a.test', 'https://b.a.test', true],
  ['a.test', 'https://ba.test', false],
  ['a.test:443', 'https://a.test', true],
  ['a.test:8443', 'https://a.test', false],
  ['b.test a.test', 'https://a.test', true],
  ['10.0.0.0/8', 'https://10.1.2.3', true],
  ['10.0.0.0/8', 'https://11.1.2.3', false],
  ['10.1.2.3', 'https://10.1.2.3', true],
  ['10.0.0.0/99', 'https://10.1.2.3', false],
  ['fd00::/8', 'https://[fd00::1]', true],
  ['[fd00::1]:443', 'https://[fd00::1]', true],
  ['', 'https://a.test', false],
])('NO_PROXY=%s excepts %s: %s', (NO_PROXY, target, excepted) => {
  expect(of(target, { HTTPS_PROXY: proxy, NO_PROXY }) === undefined).toBe(excepted);
});
