// Codex, by its app server: JSON-RPC of its own over lines. With the policy `untrusted` it asks about every command and every change, but
// for what its user's own rules allow; our hook is asked about those, too.

import { join } from 'node:path';
import { membersOf, textOf } from '../../acp/fields.js';
import { isMembers } from '../../protocol/members.js';
import type { DrivenAgent } from '../agent-port.js';
import type { DrivableHost, HostPlace, StartedHost } from '../drivable-host.js';
import { jsonPeer } from '../json-lines.js';
import { namesIn } from '../names-in-settings.js';
import { plainMessage } from '../provider-failure.js';
import { StartFailure } from '../start-failure.js';
import { codexHook } from './codex-hook.js';
import { codexSettings } from './codex-settings.js';
import { CodexTurn } from './codex-turn.js';

type Fields = Readonly<Record<string, unknown>>;

const enforcement = [
  { tool: 'exec_command', by: 'asked' },
  { tool: 'file_change', by: 'asked' },
  { tool: 'mcp__*', by: 'asked' },
  { tool: 'write_stdin', by: 'none' },
  { tool: 'web_search', by: 'none' },
  { tool: '*', by: 'none' },
] as const;

export const codex: DrivableHost = {
  name: 'codex',
  title: 'Codex',
  program: 'codex',
  npm: '@openai/codex',
  oldest: '0.166.0',
  protocol: 'json',
  enforcement: [...enforcement],
  hook: codexHook,
  beyondHook: ['write_stdin', 'web_search'],
  variables: /^(?:CODEX|OPENAI)_/,
  namedVariables: (place) => namesIn(settingsOf(place), /\benv_key\s*=\s*["']([A-Za-z_]\w*)["']/g),
  own: ['.codex'],
  obeys: ['.codex/config.toml', '.codex/hooks.json', '.codex/AGENTS.md', '.codex/rules'],
  network: ['api.openai.com', 'chatgpt.com', 'auth.openai.com'],
  addresses: (place) => [
    place.env['OPENAI_BASE_URL'],
    ...namesIn(settingsOf(place), /\b(?:chatgpt_)?base_url\s*=\s*["']([^"']+)["']/g),
  ],
  ownSandbox: ['sandbox', '--'],
  tellsTokens: true,
  tellsCost: false,
  start: () => ({ argv: ['app-server'] }),
  connect,
};

function settingsOf({ home, env }: Pick<HostPlace, 'home' | 'env'>): string {
  return join(env['CODEX_HOME'] || join(home, '.codex'), 'config.toml');
}

async function connect({
  host,
  cwd,
  ctxVersion,
  model,
  signal,
  servers,
  hook,
  strict,
  nests,
  note,
}: StartedHost): Promise<DrivenAgent> {
  let turn: CodexTurn | undefined;
  let lastId = 0;
  const waiting = new Map<unknown, (answer: Fields) => void>();
  const peer = jsonPeer(
    host,
    (message) => {
      turn?.heard();
      const { id, method, params } = message;
      if (typeof method === 'string' && id !== undefined) void answer(id, method, membersOf(params));
      else if (typeof method === 'string') turn?.take(method, membersOf(params));
      else waiting.get(id)?.(message);
    },
    (what) => turn?.odd(what),
  );
  async function answer(id: unknown, method: string, params: Fields): Promise<void> {
    const result = await turn?.answerTo(method, params);
    if (result !== undefined) peer.send({ id, result });
    else peer.send({ id, error: { code: -32_601, message: `${method} is not offered by this client` } });
  }
  const gone = peer.ended.then(() => host.gone);
  void gone.then((why) => {
    for (const settle of waiting.values()) settle({ error: { message: `codex ${why}` } });
    turn?.gone(`codex ${why}`);
  });
  function request(method: string, params: object): Promise<Fields> {
    const id = ++lastId;
    peer.send({ id, method, params });
    return new Promise((resolve, reject) => {
      const stop = () => settle({ error: { message: 'it was stopped before it had begun' } });
      const settle = ({ result, error }: Fields) => {
        waiting.delete(id);
        signal.removeEventListener('abort', stop);
        if (isMembers(result)) resolve(result);
        else
          reject(
            new StartFailure(plainMessage(textOf(membersOf(error)['message']) ?? 'codex gave no answer')),
          );
      };
      waiting.set(id, settle);
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
    });
  }
  await request('initialize', { clientInfo: { name: 'ctx', title: 'ctx', version: ctxVersion } });
  peer.send({ method: 'initialized' });
  const { config: settings } = await request('config/read', { includeLayers: false, cwd });
  const { requirements } = await request('configRequirements/read', {});
  const ignoresHook = hook !== undefined && membersOf(requirements)['allowManagedHooksOnly'] === true;
  if (ignoresHook) {
    const says = 'codex runs only hooks that its administrator manages, so ctx’s own is not asked';
    if (strict) throw new StartFailure(says);
    note('hook_refused', says);
  }
  const started = await request('thread/start', {
    config: codexSettings(membersOf(settings), { servers, hook, strict, nests }),
    cwd,
    approvalPolicy: 'untrusted',
    // ctx confines it, where the run has a sandbox; where its own works inside of that, its commands have both.
    sandbox: nests ? 'workspace-write' : 'danger-full-access',
    ...(model !== undefined && { model }),
  });
  const thread = membersOf(started['thread']);
  const threadId = textOf(thread['id']) ?? '';
  const version = textOf(thread['cliVersion']);
  return {
    agent: {
      name: 'codex',
      ...(version !== undefined && { version }),
      protocol: 'json',
      folder: cwd,
      session_id: threadId,
    },
    enforcement: [...enforcement],
    ignoresHook,
    tellsAnswers: false,
    async prompt(text, desk) {
      const begun = new CodexTurn(desk, threadId);
      turn = begun;
      try {
        const { turn: told } = await request('turn/start', { threadId, input: [{ type: 'text', text }] });
        begun.id ??= textOf(membersOf(told)['id']);
      } catch (error) {
        begun.gone(error instanceof Error ? error.message : 'codex took no prompt');
      }
      return begun.over;
    },
    cancel: () =>
      peer.send({ id: ++lastId, method: 'turn/interrupt', params: { threadId, turnId: turn?.id } }),
    end: () => host.end(),
  };
}
