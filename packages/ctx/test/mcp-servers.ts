// MCP servers for tests: one that others published, over stdio and HTTP, and one of ours that misbehaves as asked.

import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './folder.js';
import { freePort } from './ports.js';

const everything = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-everything/dist/index.js',
);

/** The entry of a published server, started over stdio. */
export const publishedServer = { command: process.execPath, args: [everything, 'stdio'] };

/** The same over HTTP, or over the older protocol of events, on a port of its own; gone when the test has ended. */
export async function publishedHttpServer(transport: 'streamableHttp' | 'sse'): Promise<string> {
  const port = await freePort();
  const child = spawn(process.execPath, [everything, transport], {
    env: { PATH: process.env['PATH'], PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (/listening|running on port/.test(said)) resolve();
    });
    child.once('exit', () => reject(new Error(said)));
  });
  return `http://127.0.0.1:${port}/${transport === 'sse' ? 'sse' : 'mcp'}`;
}

export type Misbehaviour =
  | 'none'
  | 'silent'
  | 'dies-at-once'
  | 'dies-in-a-call'
  | 'hangs-in-a-call'
  | 'floods-in-a-call'
  | 'lies-about-its-list'
  | 'lies-about-its-output'
  | 'has-a-hostile-schema'
  | 'has-no-tools'
  | 'asks-in-a-call'
  | 'outlives-its-input';

/** The entry of a server of ours. */
export function ownServer(misbehaviour: Misbehaviour = 'none') {
  const file = join(temporaryFolder({ 'server.cjs': source }), 'server.cjs');
  return { command: process.execPath, args: [file, misbehaviour] };
}

export function mcpFile(servers: Readonly<Record<string, object>>): string {
  return JSON.stringify({ mcpServers: servers });
}

/** The source of a server with one tool, in JavaScript: what it does at its start, and the text that a call gives. */
export function oneToolServer(tool: string, atStart: string, text: string): string {
  return `
${atStart}
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'one', version: '1' } }),
  'tools/list': () => ({ tools: [{ name: '${tool}', inputSchema: { type: 'object' } }] }),
  'tools/call': () => ({ content: [{ type: 'text', text: ${text} }] }),
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const result = answers[method]?.(params) ?? {};
  if (id !== undefined) process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
}).on('close', () => process.exit(0));
`;
}

/** Plain JSON-RPC, a line a message, without any library: what it says is what is on the wire. */
const source = `
const how = process.argv[2];
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const schema = { type: 'object', properties: { say: { type: 'string' } }, required: ['say'] };
const hostile = { type: 'object', properties: { say: { type: 'string', pattern: '^(a+)+$' } } };
const tools = [
  { name: 'echo', description: 'Says it again', inputSchema: how === 'has-a-hostile-schema' ? hostile : schema,
    annotations: { readOnlyHint: true },
    ...(how === 'lies-about-its-output' && { outputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] } }) },
  { name: 'pid', description: 'Its process', inputSchema: { type: 'object' } },
  { name: 'env', description: 'Its environment', inputSchema: { type: 'object' } },
];
const question = {
  type: 'object',
  properties: {
    colour: { type: 'string', enum: ['red', 'blue'] },
    times: { type: 'integer', default: 3, minimum: 1 },
    loud: { type: 'boolean' },
  },
  required: ['colour'],
};
let asked;
let callId;
const answers = {
  initialize: (params) => ({ protocolVersion: params.protocolVersion, capabilities: how === 'has-no-tools' ? {} : { tools: {} }, serverInfo: { name: 'own', version: '1' } }),
  'tools/list': () => ({ tools: how === 'lies-about-its-list' ? [{ title: 7 }] : tools }),
  'tools/call': ({ name, arguments: given }) => {
    if (how === 'dies-in-a-call') { process.stderr.write('out of luck\\n'); process.exit(3); }
    if (how === 'hangs-in-a-call') { require('node:fs').writeFileSync('called', ''); return undefined; }
    if (how === 'asks-in-a-call') {
      asked = (text) => send({ id: callId, result: { content: [{ type: 'text', text }] } });
      send({ id: 'question', method: 'elicitation/create', params: { message: 'Which one?', requestedSchema: question } });
      return undefined;
    }
    if (how === 'floods-in-a-call') { for (let i = 0; i < 300; i++) process.stdout.write('x'.repeat(65536)); return undefined; }
    const text = name === 'pid' ? String(process.pid) : name === 'env' ? JSON.stringify(process.env) : given.say;
    return { content: [{ type: 'text', text }], ...(how === 'lies-about-its-output' && { structuredContent: { n: 'seven' } }) };
  },
  ping: () => ({}),
};
if (how === 'dies-at-once') { process.stderr.write('no licence\\n'); process.exit(4); }
if (how === 'outlives-its-input') { process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); }
let rest = '';
process.stdin.on('data', (chunk) => {
  rest += chunk;
  for (let at = rest.indexOf('\\n'); at >= 0; at = rest.indexOf('\\n')) {
    const { id, method, params, result: theirs, error } = JSON.parse(rest.slice(0, at));
    rest = rest.slice(at + 1);
    if (id === 'question') { asked(JSON.stringify(theirs ?? error)); continue; }
    callId = id;
    if (id === undefined || how === 'silent') continue;
    const result = answers[method]?.(params);
    if (result !== undefined) send({ id, result });
  }
});
process.stdin.on('end', () => { if (how !== 'outlives-its-input') process.exit(0); });
`;
