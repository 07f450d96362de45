// Every provider through a real proxy: a tunnel to an https address, as HTTPS_PROXY asks for, on every Node that ctx runs on.

import { expect, it } from 'vitest';
import { type Answer, runBuilt } from './built.js';
import { connectProxy } from './connect-proxy.js';
import { farServer } from './far-server.js';
import { everyProvider, modelServer, type ReachedModel, testCredentials } from './model-server.js';

const far = 'api.models.test';

/** A server of models at https://api.models.test, which no name service knows. */
async function farModels() {
  const models = await modelServer((server) => server.on({ userMessage: /hello/ }, { content: 'Hello.' }));
  const plain = Number(new URL(models.url).port);
  return { ...(await farServer(far, plain)), plain };
}

function hello(
  { name, baseUrl }: ReachedModel,
  server: string,
  env: Record<string, string>,
): Promise<Answer> {
  const words = ['--task', 'Say hello.', '--model', name, '--base-url', baseUrl(server)];
  return runBuilt('ctx', ['run', '--no-sandbox', '--no-context', ...words, '--output-format', 'json'], {
    env: { ...testCredentials, ...env },
  });
}

const [anthropic] = everyProvider;
if (anthropic === undefined) throw new TypeError('there is a provider');

it.each(everyProvider.map((model) => [model.provider, model] as const))(
  'HTTPS_PROXY carries the calls of %s, which sees nothing of the proxy',
  async (_, model) => {
    const { cert, tunnel } = await farModels();
    const proxy = await connectProxy({ tunnel }, 'me:a word');
    const env = { HTTPS_PROXY: `http://me:a%20word@${proxy.host}`, NODE_EXTRA_CA_CERTS: cert };
    const { exitCode, stdout } = await hello(model, `https://${far}`, env);
    expect({ exitCode, stdout }).toMatchObject({ exitCode: 0 });
    expect(stdout).toContain('Hello.');
    expect(stdout).not.toContain('a%20word');
    expect(proxy.asked).toEqual([`${far}:443`]);
  },
);

it('HTTP_PROXY carries the calls to a plain http address', async () => {
  const { plain } = await farModels();
  const proxy = await connectProxy({ plain });
  const { exitCode } = await hello(anthropic, 'http://gateway.test:4000', { http_proxy: proxy.host });
  expect(exitCode).toBe(0);
  expect(proxy.asked).toEqual(['http://gateway.test:4000/v1/messages']);
});

it('reaches a server on this machine without the proxy', async () => {
  const { plain } = await farModels();
  const proxy = await connectProxy({});
  const { exitCode } = await hello(anthropic, `http://127.0.0.1:${plain}`, { ALL_PROXY: proxy.host });
  expect(exitCode).toBe(0);
  expect(proxy.asked).toEqual([]);
});

it('says what the proxy said, asks it no second time, and never shows its password', async () => {
  const { cert, tunnel } = await farModels();
  const proxy = await connectProxy({ tunnel }, 'me:right');
  const env = { NODE_EXTRA_CA_CERTS: cert, HTTPS_PROXY: `http://me:wrong@${proxy.host}` };
  const refused = await hello(anthropic, `https://${far}`, env);
  expect(refused.exitCode).toBe(1);
  expect(refused.stdout).toContain(`The proxy ${proxy.host} answered with status 407.`);
  expect(refused.stdout).not.toContain('wrong');
  expect(proxy.asked).toHaveLength(1);
});

it.each(['socks5://127.0.0.1:1', 'http://', 'ftp://me:word@h'])(
  'refuses %s as a proxy before anything is sent',
  async (value) => {
    const { exitCode, stdout } = await hello(anthropic, `https://${far}`, { HTTPS_PROXY: value });
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout).error).toMatchObject({ code: 'proxy_invalid' });
    expect(stdout).not.toContain('word');
  },
);

it('asks for the list of models through the proxy as well', async () => {
  const { cert, tunnel } = await farModels();
  const proxy = await connectProxy({ tunnel });
  const env = {
    HTTPS_PROXY: proxy.host,
    NODE_EXTRA_CA_CERTS: cert,
    OPENAI_BASE_URL: `https://${far}/v1`,
    OPENAI_API_KEY: 'k',
  };
  const { exitCode, stdout } = await runBuilt('ctx', ['models', '--check', '--output-format', 'json'], {
    env,
  });
  expect(exitCode, stdout).toBe(0);
  expect(proxy.asked).toContain(`${far}:443`);
});
