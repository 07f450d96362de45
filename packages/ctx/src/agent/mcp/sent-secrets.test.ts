import { expect, it } from 'vitest';
import { SentSecrets } from './sent-secrets.js';

const secret = ['a', 'longer', 'word', '42'].join('-');

it.each<[string, string, Record<string, string>]>([
  ['a bearer token', 'https://s.example/mcp', { authorization: `Bearer ${secret}` }],
  ['the password of a login', 'https://s.example/mcp', { authorization: `Basic ${btoa(`me:${secret}`)}` }],
  ['a cookie among others', 'https://s.example/mcp', { cookie: `sid=${secret}; theme=dark` }],
  ['a header of its own', 'https://s.example/mcp', { 'x-api-key': secret }],
  ['a part of the address', `https://s.example/mcp?api_key=${secret}&v=2`, {}],
])('%s that a server says back is not heard', async (_, url, headers) => {
  const secrets = new SentSecrets();
  await secrets.watch(async () => new Response())(url, { headers });
  expect(secrets.without(`You sent ${secret}, thanks.`)).not.toContain(secret);
  expect(secrets.without('theme=dark v=2')).toBe('theme=dark v=2');
});
