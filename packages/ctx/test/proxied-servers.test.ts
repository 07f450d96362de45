// MCP servers over HTTP and collectors of traces, behind the proxy that the environment names: as models are, on every Node.

import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { runBuilt } from './built.js';
import { connectProxy } from './connect-proxy.js';
import { farServer } from './far-server.js';
import { temporaryFolder } from './folder.js';
import { runCtx } from './in-process.js';
import { listening } from './listening.js';
import { mcpFile } from './mcp-servers.js';
import { documentsIn, spansOf } from './otlp.js';
import { recordSession } from './recorded-session.js';
import { jsonOf } from './scripted.js';
import { wireServer } from './wire-server.js';

const portOf = (url: string) => Number(new URL(url).port);

/** A server with one tool; it answers with JSON, or as a stream of events. */
async function toolServer(kind: 'json' | 'events') {
  const results: Record<string, object> = {
    initialize: {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'far', version: '1' },
    },
    'tools/list': { tools: [{ name: 'hello', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: 'Hello from afar.' }] },
  };
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const { id, method } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    if (id === undefined) return response.writeHead(202).end();
    const answer = JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} });
    response.writeHead(200, { 'content-type': kind === 'json' ? 'application/json' : 'text/event-stream' });
    return response.end(kind === 'json' ? answer : `event: message\ndata: ${answer}\n\n`);
  });
  return portOf(await listening(server));
}

const callOf = (url: string) => ({
  cwd: temporaryFolder({ '.mcp.json': mcpFile({ far: { type: 'http', url, required: true } }) }),
  words: ['exec-tool', 'mcp__far__hello', '{}', '--trust', '--output-format', 'json'],
});

it.each(['json', 'events'] as const)(
  'HTTPS_PROXY carries the calls to an MCP server that answers with %s',
  async (kind) => {
    const { cert, tunnel } = await farServer('mcp.test', await toolServer(kind));
    const proxy = await connectProxy({ tunnel }, 'me:a word');
    const { cwd, words } = callOf('https://mcp.test/mcp');
    const env = { HTTPS_PROXY: `http://me:a%20word@${proxy.host}`, NODE_EXTRA_CA_CERTS: cert };
    const { exitCode, stdout } = await runBuilt('ctx', words, { cwd, env });
    expect({ exitCode, stdout }).toMatchObject({ exitCode: 0 });
    expect(stdout).toContain('Hello from afar.');
    expect(new Set(proxy.asked)).toEqual(new Set(['mcp.test:443']));
  },
);

it('HTTP_PROXY carries the calls to an MCP server at a plain address', async () => {
  const proxy = await connectProxy({ plain: await toolServer('json') });
  const { cwd, words } = callOf('http://mcp.test/mcp');
  const { exitCode, stdout } = await runCtx(words, { cwd, env: { http_proxy: proxy.host } });
  expect({ exitCode, stdout }).toMatchObject({ exitCode: 0 });
  expect(proxy.asked).toContain('http://mcp.test/mcp');
});

it('says of an MCP server what the proxy said, and never shows its password', async () => {
  const proxy = await connectProxy({ tunnel: 1 }, 'me:right');
  const { cwd, words } = callOf('https://mcp.test/mcp');
  const { error } = await jsonOf(words, { cwd, env: { HTTPS_PROXY: `http://me:wrong@${proxy.host}` } });
  expect(error).toMatchObject({ code: 'mcp_server_failed', target: 'far' });
  expect(error?.message).toContain(`The proxy ${proxy.host} answered with status 407`);
  expect(JSON.stringify(error)).not.toContain('wrong');
});

it('refuses a proxy for an MCP server that is none', async () => {
  const { cwd, words } = callOf('https://mcp.test/mcp');
  const { error } = await jsonOf(words, { cwd, env: { HTTPS_PROXY: 'socks5://me:word@127.0.0.1:1' } });
  expect(error).toMatchObject({ code: 'proxy_invalid', target: 'HTTPS_PROXY' });
});

const traced = (endpoint: string) => [
  'export',
  's',
  '--format',
  'otlp',
  '--endpoint',
  endpoint,
  '--output-format',
  'json',
];

it('HTTPS_PROXY carries traces to a collector', async () => {
  const { cwd } = await recordSession({ replies: [{ say: 'Done.' }] });
  const collector = await wireServer((response) => response.end());
  const { cert, tunnel } = await farServer('otel.test', portOf(collector.url));
  const proxy = await connectProxy({ tunnel });
  const env = { HTTPS_PROXY: proxy.host, NODE_EXTRA_CA_CERTS: cert };
  const { exitCode, stdout } = await runBuilt('ctx', traced('https://otel.test'), { cwd, env });
  expect({ exitCode, stdout }).toMatchObject({ exitCode: 0 });
  expect(spansOf(collector.requests.flatMap(({ body }) => documentsIn(body)))).not.toEqual([]);
  expect(proxy.asked).toEqual(['otel.test:443']);
});

it('says of a collector what the proxy said, and asks it no second time', async () => {
  const { cwd } = await recordSession({ replies: [{ say: 'Done.' }] });
  const proxy = await connectProxy({ tunnel: 1 }, 'me:right');
  const env = { ALL_PROXY: `http://me:wrong@${proxy.host}` };
  const { error } = await jsonOf(traced('https://otel.test'), { cwd, env });
  expect(error).toMatchObject({ code: 'collector_refused' });
  expect(error?.message).toContain(`The proxy ${proxy.host} answered with status 407`);
  expect(JSON.stringify(error)).not.toContain('wrong');
  expect(proxy.asked).toHaveLength(1);
});

it('completes a run whose collector is behind a proxy that is none, and says that no traces were sent', async () => {
  const script = JSON.stringify({ model: 'script/1', replies: [{ say: 'Done.' }] });
  const cwd = temporaryFolder({ 's.yaml': script });
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.test',
    HTTPS_PROXY: 'socks5://me:word@127.0.0.1:1',
  };
  const { data } = await jsonOf(['run', '--task', 'Do it.', '--model', 'script:s.yaml'], { cwd, env });
  expect(data).toMatchObject({ runs: [{ stop_reason: 'completed' }] });
  expect(String(data?.['warnings'])).toContain('no traces were sent');
  expect(String(data?.['warnings'])).toContain('HTTPS_PROXY');
});
