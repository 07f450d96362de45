// The MCP servers of a config reach the agents that do its runs: by the protocol, or by what each host has for it; trusted first, and judged.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type DrivenProject, drivenProject, type Step } from '../../test/drive/driven-project.js';
import { pretendHost } from '../../test/drive/pretend-host.js';
import { temporaryFolder } from '../../test/folder.js';

const told = { say: 'Done.' };
const local = { command: 'tortoise-server', args: ['--feed'], env: { FOOD: 'lettuce' } };
const remote = { type: 'http', url: 'https://tortoise.example/mcp', headers: { 'X-Name': 'a' } };

function withServers(project: DrivenProject, servers: object): DrivenProject {
  writeFileSync(join(project.cwd, 'servers.json'), JSON.stringify({ mcpServers: servers }));
  return project;
}

const read = (project: DrivenProject, file: string) =>
  JSON.parse(readFileSync(join(project.cwd, file), 'utf8'));
const typed = (project: DrivenProject, type: string) =>
  project.records().filter((record) => record.type === type);

it('are told by ACP, without those that the agent cannot reach or the policy leaves no tool of', async () => {
  const project = withServers(drivenProject(), { local, remote, unwanted: local });
  const more = { mcp: 'servers.json', policy: { deny: ['mcp__unwanted__*'] } };
  expect(await project.run([[{ servers: 'told.json' }, told]], more)).toMatchObject({
    exit_code: 0,
    data: { warnings: ['scripted cannot reach MCP servers over HTTP: remote'] },
  });
  expect(read(project, 'told.json')).toEqual([
    {
      name: 'local',
      command: 'tortoise-server',
      args: ['--feed'],
      env: [{ name: 'FOOD', value: 'lettuce' }],
    },
  ]);
  expect(typed(project, 'run.opened')).toMatchObject([
    { settings: { mcp: ['servers.json'] }, fence: { trusted: [{ path: 'servers.json' }] } },
  ]);
  expect(await project.ctx(['verify', 's'])).toMatchObject({ data: { verdict: 'pass' } });
  expect(await project.ctx(['replay', 's'])).toMatchObject({ data: { identical: true } });
});

it('are refused before anything is started or written, where nobody trusts them', async () => {
  const project = withServers(drivenProject(), { local });
  const [, file = ''] = project.configure([[told]], { mcp: 'servers.json' });
  const outside = { env: { HOME: temporaryFolder() } };
  expect(await project.ctx(['run', file], outside)).toMatchObject({
    exit_code: 1,
    error: { code: 'trust_missing' },
  });
  expect(project.has('.context/sessions/s.jsonl')).toBe(false);
});

it('are refused where one that is required cannot be started as it is written', async () => {
  const project = withServers(drivenProject(), { local: { required: true, args: [] } });
  expect(await project.run([[told]], { mcp: 'servers.json' })).toMatchObject({
    exit_code: 1,
    error: { code: 'mcp_server_failed' },
  });
});

const codexEnv = () => pretendHost('@openai/codex', 'codex', '', 'pretend-codex.mjs').env;

async function codexRun(steps: readonly Step[], more: object = {}) {
  const project = withServers(drivenProject(), { local, remote });
  const config = { agent: 'codex', mcp: 'servers.json', ...more };
  const answer = await project.run([steps], config, { env: codexEnv() });
  return { project, answer };
}

it('make Codex ask about each of their tools, and of those of its own servers, whatever its settings allow', async () => {
  const own = { command: 'mine', tools: { feed: { approval_mode: 'approve' } }, cwd: null };
  const { project } = await codexRun([
    { config: { mcp_servers: { mine: own } } },
    { began: 'began.json' },
    told,
  ]);
  expect(read(project, 'began.json')).toMatchObject({
    config: {
      mcp_servers: {
        local: { ...local, default_tools_approval_mode: 'prompt' },
        remote: { url: remote.url, http_headers: remote.headers, default_tools_approval_mode: 'prompt' },
        mine: {
          command: 'mine',
          default_tools_approval_mode: 'prompt',
          tools: { feed: { approval_mode: 'prompt' } },
        },
      },
    },
  });
});

it('have their calls in Codex judged before they are made', async () => {
  const { project, answer } = await codexRun(
    [
      { server: { id: 'c1', server: 'local', tool: 'feed', input: { much: 1 } } },
      { server: { id: 'c2', server: 'local', tool: 'sell' } },
      { elicit: 'local' },
      told,
    ],
    { policy: { deny: ['mcp__local__sell'] } },
  );
  expect(answer).toMatchObject({ exit_code: 0 });
  expect(project.records().filter(({ type }) => type.startsWith('tool.'))).toMatchObject([
    {
      type: 'tool.requested',
      call_id: 'c1',
      tool: 'mcp__local__feed',
      input: { much: 1 },
      enforcement: 'asked',
    },
    { type: 'tool.returned', call_id: 'c1', output: 'c1 done', is_error: false },
    { type: 'tool.denied', call_id: 'c2', tool: 'mcp__local__sell', rule: 'mcp__local__sell' },
  ]);
  expect([project.has('made-by-c1'), project.has('made-by-c2')]).toEqual([true, false]);
  expect(read(project, 'told')).toMatchObject({ result: { action: 'decline' } });
  expect(await project.ctx(['verify', 's'])).toMatchObject({ data: { verdict: 'pass' } });
});

it('stops Codex where it types into a running command, and a rule cannot be held against that', async () => {
  const typing = { method: 'item/commandExecution/terminalInteraction', itemId: 'c1', stdin: 'git push\n' };
  const { project, answer } = await codexRun(
    [
      { call: { id: 'c1', command: 'cat' } },
      { tell: { ...typing, stdin: '' } },
      { tell: typing },
      { wait: true },
    ],
    { policy: { deny: ['bash(git push *)'] } },
  );
  expect(answer).toMatchObject({ exit_code: 1, error: { code: 'tool_denied' } });
  expect(typed(project, 'tool.requested')).toMatchObject([
    { call_id: 'c1', enforcement: 'asked' },
    { tool: 'write_stdin', input: { chars: 'git push\n' }, enforcement: 'none' },
  ]);
});
