// Claude Code, by its JSON streams. A hook of this run alone, which is answered over the same pipe, has it ask about every call, also of its
// subagents, whatever its own settings allow.

import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { membersOf, textOf } from '../../acp/fields.js';
import type { DrivenAgent } from '../agent-port.js';
import type { DrivableHost, StartedHost } from '../drivable-host.js';
import { serversFile } from '../handed-servers.js';
import { jsonPeer } from '../json-lines.js';
import { namesIn } from '../names-in-settings.js';
import { StartFailure } from '../start-failure.js';
import { ClaudeTurn } from './claude-turn.js';

const serversName = 'mcp-servers.json';

const enforcement = [{ tool: '*', by: 'asked' }] as const;

export const claudeCode: DrivableHost = {
  name: 'claude-code',
  title: 'Claude Code',
  program: 'claude',
  npm: '@anthropic-ai/claude-code',
  oldest: '2.1.197',
  protocol: 'json',
  enforcement: [...enforcement],
  variables: /^(?:ANTHROPIC|CLAUDE)_/,
  own: ['.claude', '.claude.json'],
  obeys: [
    '.claude/settings.json',
    '.claude/CLAUDE.md',
    '.claude/commands',
    '.claude/agents',
    '.claude/skills',
    '.claude/plugins',
  ],
  network: ['api.anthropic.com', 'claude.ai', 'console.anthropic.com', 'platform.claude.com'],
  addresses: ({ home, env }) => [
    ...['ANTHROPIC_BASE_URL', 'ANTHROPIC_BEDROCK_BASE_URL', 'ANTHROPIC_VERTEX_BASE_URL'].map(
      (name) => env[name],
    ),
    ...namesIn(
      join(env['CLAUDE_CONFIG_DIR'] || join(home, '.claude'), 'settings.json'),
      /"ANTHROPIC_(?:\w+_)?BASE_URL"\s*:\s*"([^"]+)"/g,
    ),
  ],
  tellsTokens: true,
  tellsCost: true,
  start({ model, servers, folder, shownFolder }) {
    const session = randomUUID();
    if (servers.length > 0) writeFileSync(join(folder, serversName), serversFile(servers), { mode: 0o600 });
    const argv = [
      '-p',
      '--session-id',
      session,
      '--input-format',
      'stream-json',
      '--output-format',
      'stream-json',
      '--verbose',
      '--permission-prompt-tool',
      'stdio',
      ...(model === undefined ? [] : ['--model', model]),
      ...(servers.length === 0 ? [] : ['--mcp-config', join(shownFolder, serversName)]),
    ];
    return { argv, session };
  },
  connect,
};

const hook = 'before-every-call';

async function connect({ host, cwd, signal, version, session }: StartedHost): Promise<DrivenAgent> {
  let turn: ClaudeTurn | undefined;
  let ready: (said: Readonly<Record<string, unknown>>) => void = () => {};
  const initialised = new Promise<Readonly<Record<string, unknown>>>((resolve) => {
    ready = resolve;
  });
  const peer = jsonPeer(
    host,
    (message) => {
      turn?.heard();
      if (message['type'] === 'control_response') ready(membersOf(message['response']));
      else if (message['type'] === 'control_request') void answer(message);
      else turn?.take(message);
    },
    (what) => turn?.odd(what),
  );
  async function answer(message: Readonly<Record<string, unknown>>): Promise<void> {
    const request = membersOf(message['request']);
    const response = (await turn?.answerTo(request)) ?? { behavior: 'deny', message: 'no turn is open' };
    const request_id = message['request_id'];
    peer.send({ type: 'control_response', response: { subtype: 'success', request_id, response } });
  }
  void peer.ended.then(async () => {
    const why = await host.gone;
    ready({ subtype: 'error', error: `claude-code ${why}` });
    turn?.gone(`claude-code ${why}`);
  });
  const hooks = { PreToolUse: [{ matcher: '*', hookCallbackIds: [hook], timeout: 86_400 }] };
  peer.send({ type: 'control_request', request_id: 'begin', request: { subtype: 'initialize', hooks } });
  const said = await Promise.race([initialised, aborted(signal)]);
  if (said['subtype'] !== 'success')
    throw new StartFailure(textOf(said['error']) ?? 'claude-code did not begin');
  return {
    agent: {
      name: 'claude-code',
      ...(version !== undefined && { version }),
      protocol: 'json',
      folder: cwd,
      ...(session !== undefined && { session_id: session }),
    },
    enforcement: [...enforcement],
    tellsAnswers: true,
    prompt(text, desk) {
      turn = new ClaudeTurn(desk);
      const message = { role: 'user', content: text };
      peer.send({ type: 'user', message, parent_tool_use_id: null, session_id: '' });
      return turn.over;
    },
    cancel: () =>
      peer.send({ type: 'control_request', request_id: 'stop', request: { subtype: 'interrupt' } }),
    end: () => host.end(),
  };
}

function aborted(signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
  return new Promise((resolve) => {
    const stop = () => resolve({ subtype: 'error', error: 'it was stopped before it had begun' });
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
