// The six hosts themselves, driven, with an MCP server that the config names: who starts it, what its tools are called, who decides.

import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startModelServer } from '../../src/live/model-server.js';
import type { ModelAsked, OfferedTool } from '../../src/live/wires/wire.js';
import type { SessionRecord } from '../../src/protocol/records.js';
import { readWhole } from '../../src/session/read-whole.js';
import { mcpFile, publishedServer } from '../mcp-servers.js';
import { endsAtDenial, hosts, prompt, verified, withHosts } from './driven-hosts.js';

withHosts();

/** The hosts and the server lie in it. */
const modules = join(import.meta.dirname, '../../../../node_modules');

/** Qwen Code keeps tools of servers behind two of its own. */
const search = { name: 'tool_search', input: { query: 'select:mcp__own__echo,mcp__own__get-env' } };

function called({ tools, results }: ModelAsked, tool: string, input: Readonly<Record<string, unknown>>) {
  const isIt = ({ name }: OfferedTool) => name.endsWith(tool) || name.endsWith(tool.replace('-', '_'));
  const found = tools.find(isIt);
  if (found !== undefined)
    return { name: found.name, ...(found.namespace && { namespace: found.namespace }), input };
  if (!tools.some(({ name }) => name === search.name)) throw new Error(`${results}: no tool ${tool}`);
  return { name: 'tool_call', input: { name: `mcp__own__${tool}`, arguments: input } };
}

/** Calls one tool of the server, then another one. */
async function modelWithServer() {
  let step = 0;
  const server = await startModelServer((asked, request) => {
    if (!request.includes(prompt) || asked.tools.length === 0) return { text: 'It is fed.' };
    const isBehind = asked.tools.some(({ name }) => name === search.name);
    if (isBehind && step === 0 && asked.results === 0) return { call: search, text: '' };
    step += 1;
    if (step === 1) return { call: called(asked, 'echo', { message: 'hello' }), text: '' };
    if (step === 2) return { call: called(asked, 'get-env', {}), text: '' };
    return { text: 'It is fed.' };
  });
  onTestFinished(() => server.close());
  return server;
}

function toolsIn(records: readonly SessionRecord[]) {
  const wired = records.slice(
    0,
    records.findIndex(({ type }) => type === 'source.observed'),
  );
  return wired.filter(
    (record) => /^tool\./.test(record.type) && 'tool' in record && record.tool.startsWith('mcp__'),
  );
}

it.each(hosts.map((host) => [host.name, host] as const))(
  'hands %s the servers of the config: a call is asked about under its own name, and a rule denies another',
  async (name, host) => {
    const { url } = await modelWithServer();
    const project = host.project(url);
    writeFileSync(join(project.root, 'servers.json'), mcpFile({ own: publishedServer }));
    const policy = { deny: ['mcp__own__get-env'] };
    const config = { mcp: 'servers.json', policy, sandbox: { read: [modules] } };
    expect(await project.run(config)).toMatchObject({ exit_code: 1, error: { code: 'trust_missing' } });
    const answer = await project.run(config, '--trust');
    expect(answer).toMatchObject(
      endsAtDenial.has(name) && name !== 'copilot'
        ? { exit_code: 1, error: { code: 'tool_denied' } }
        : { exit_code: 0, data: { runs: [{ stop_reason: 'completed' }] } },
    );
    const { records } = readWhole(join(project.root, '.context/sessions/s.jsonl'));
    expect(toolsIn(records)).toMatchObject([
      {
        type: 'tool.requested',
        tool: 'mcp__own__echo',
        enforcement: expect.stringMatching(/^(?:asked|hook)$/),
      },
      { type: 'tool.returned', tool: 'mcp__own__echo', output: expect.stringContaining('hello') },
      { type: 'tool.denied', tool: 'mcp__own__get-env', rule: 'mcp__own__get-env' },
    ]);
    expect(records.find(({ type }) => type === 'run.opened')).toMatchObject({
      settings: { mcp: ['servers.json'] },
      fence: { trusted: [{ path: 'servers.json' }] },
    });
    await verified(project);
  },
);

it('has Codex ask about the tools of a server of its own settings, which allow them for good', async () => {
  const host = hosts.find(({ name }) => name === 'codex');
  if (host === undefined) throw new TypeError('codex is one of the hosts');
  const { url } = await modelWithServer();
  const project = host.project(url);
  const { command, args } = publishedServer;
  const settings = [
    '[mcp_servers.own]',
    `command = ${JSON.stringify(command)}`,
    `args = ${JSON.stringify(args)}`,
    'tool_timeout_sec = 30.5',
    'default_tools_approval_mode = "approve"',
    '[mcp_servers.own.tools.echo]',
    'approval_mode = "approve"',
    '[mcp_servers.off]',
    'url = "https://off.example/mcp"',
    'enabled = false',
  ];
  appendFileSync(join(project.env['HOME'] ?? '', '.codex/config.toml'), `\n${settings.join('\n')}\n`);
  const policy = { deny: ['mcp__own__echo'] };
  expect(await project.run({ policy, sandbox: { read: [modules] } })).toMatchObject({ exit_code: 0 });
  const { records } = readWhole(join(project.root, '.context/sessions/s.jsonl'));
  expect(toolsIn(records)).toMatchObject([
    { type: 'tool.denied', tool: 'mcp__own__echo' },
    { type: 'tool.requested', tool: 'mcp__own__get-env', enforcement: 'asked' },
    { type: 'tool.returned', tool: 'mcp__own__get-env' },
  ]);
  await verified(project);
});
