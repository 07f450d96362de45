import { expect, it } from 'vitest';
import type { ServerConnection } from './connection.js';
import { toolName, toolsOf } from './mcp-tools.js';
import { resultText } from './result-text.js';

const server = {
  name: 'my server',
  required: false,
  startTimeout: 1,
  callTimeout: 1,
  reach: { kind: 'stdio', command: 'x', args: [], env: {} },
} as const;
const inputSchema = { type: 'object' as const };

it('names tools so that every provider takes them', () => {
  expect(toolName('my server', 'a.b/c')).toBe('mcp__my_server__a_b_c');
  const long = toolName('server', 'x'.repeat(200));
  expect(long).toMatch(/^mcp__server__x+_[0-9a-f]{8}$/);
  expect(long).toHaveLength(64);
  expect(toolName('server', `${'x'.repeat(200)}y`)).not.toBe(long);
});

it('leaves out what nobody could call, and says so', () => {
  const nobody: ServerConnection = {
    client: Object.create(null),
    lastWords: () => undefined,
    withoutSecrets: (text) => text,
    wantsLogin: async () => false,
    close: async () => {},
  };
  const many = Array.from({ length: 501 }, (_, index) => ({ name: `t${index}`, inputSchema }));
  const { tools, warnings } = toolsOf(server, nobody, [
    { name: 'a', inputSchema },
    { name: 'a', inputSchema },
    { name: 'long', inputSchema, execution: { taskSupport: 'required' } },
    { name: 'perhaps-long', inputSchema, execution: { taskSupport: 'optional' } },
    { name: 'huge', inputSchema: { ...inputSchema, description: 'x'.repeat(70_000) } },
    { name: 'half', inputSchema: { ...inputSchema, description: '\ud800' } },
    ...many,
  ]);
  expect(tools).toHaveLength(496);
  expect(warnings).toEqual([
    'my server: the tool a is left out: there is one of that name already',
    'my server: the tool long is left out: it can only be called as a task, which ctx does not do',
    'my server: the tool huge is left out: its schema is no JSON, or too large',
    'my server: the tool half is left out: its schema is no JSON, or too large',
    'my server: it offers 507 tools; those after the first 500 are left out',
  ]);
});

it('tells a model the texts of a result, and what else there is', () => {
  const text = resultText({
    content: [
      { type: 'text', text: 'one' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'file:///a', text: 'two' } },
      { type: 'resource', resource: { uri: 'file:///b', blob: 'AAAA' } },
      { type: 'resource_link', uri: 'file:///c', name: 'c' },
    ],
  });
  expect(text).toBe(
    'one\n[image image/png, 4 characters of base64 left out]\ntwo\n[resource file:///b, 4 characters of base64 left out]\n[resource file:///c]',
  );
  expect(resultText({ content: [], structuredContent: { n: 1 } })).toBe('{"n":1}');
});
