// Qwen Code, by ACP, in the mode that asks about changes and commands. What only reads, and what its user's settings allow, it does unasked:
// our hook is asked about all of it.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listOf, membersOf, textOf } from '../../acp/fields.js';
import { startAcp } from '../acp-agent.js';
import { type AcpTraits, usageIn } from '../acp-traits.js';
import type { DrivableHost } from '../drivable-host.js';
import { jsonIn, namesIn } from '../names-in-settings.js';

const enforcement = [
  { tool: 'run_shell_command', by: 'asked' },
  { tool: 'write_file', by: 'asked' },
  { tool: 'edit', by: 'asked' },
  { tool: 'mcp__*', by: 'asked' },
  { tool: '*', by: 'none' },
] as const;

const traits: AcpTraits = {
  enforcement: [...enforcement],
  mode: 'default',
  ownMethods: ['craft/drainMidTurnQueue'],
  toolOf: ({ _meta }) => textOf(membersOf(_meta)['toolName']),
  usageOf: () => undefined,
  // With each answer of the model.
  usageIn: ({ _meta }) => usageIn('usage')(membersOf(_meta)),
};

export const qwen: DrivableHost = {
  name: 'qwen',
  title: 'Qwen Code',
  program: 'qwen',
  npm: '@qwen-code/qwen-code',
  oldest: '0.24.4',
  protocol: 'acp',
  enforcement: [...enforcement],
  variables: /^(?:QWEN|OPENAI|DASHSCOPE|BAILIAN)_/,
  own: ['.qwen'],
  obeys: ['.qwen/settings.json', '.qwen/QWEN.md', '.qwen/extensions'],
  network: ['dashscope.aliyuncs.com', 'dashscope-intl.aliyuncs.com', 'chat.qwen.ai', 'portal.qwen.ai'],
  addresses: ({ home, env }) => [
    env['OPENAI_BASE_URL'],
    ...namesIn(join(home, '.qwen', 'settings.json'), /"base_?[uU]rl"\s*:\s*"([^"]+)"/g),
  ],
  tellsTokens: true,
  tellsCost: false,
  // It is told of every call, after what ACP asked about it.
  hook: {
    isTold: () => true,
    callOf({ hook_event_name, tool_name, tool_input, tool_call_id }) {
      if (hook_event_name !== 'PreToolUse') return undefined;
      return { call_id: textOf(tool_call_id) ?? '', tool: textOf(tool_name) ?? '', input: tool_input ?? {} };
    },
    replyOf: (word) => ({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        ...(word.say === 'allow'
          ? {}
          : {
              permissionDecision: 'deny',
              permissionDecisionReason: word.say === 'deny' ? word.reason : 'the turn is being ended',
            }),
      },
    }),
  },
  start({ model, hook, env, folder, shownFolder, servers }) {
    const argv = ['--acp', '--approval-mode', 'default', ...(model === undefined ? [] : ['-m', model])];
    // Otherwise its model does not hear of a server that is not ready with the first prompt.
    const waits: Record<string, string> = servers.length === 0 ? {} : { QWEN_CODE_LEGACY_MCP_BLOCKING: '1' };
    if (hook === undefined) return { argv, env: waits };
    // The system's settings count beside the person's own, and those of the machine stay in them.
    const settings = withHook(env['QWEN_CODE_SYSTEM_SETTINGS_PATH'] || '/etc/qwen-code/settings.json', hook);
    writeFileSync(join(folder, 'qwen.json'), JSON.stringify(settings), { mode: 0o600 });
    return { argv, env: { ...waits, QWEN_CODE_SYSTEM_SETTINGS_PATH: join(shownFolder, 'qwen.json') } };
  },
  // It says that a call is in progress before its hooks run.
  connect: (started) =>
    startAcp({ ...started, name: 'qwen', traits: { ...traits, asksLate: started.hook !== undefined } }),
};

function withHook(file: string, command: string): object {
  const settings = membersOf(jsonIn(file));
  const hooks = membersOf(settings['hooks']);
  const ours = { matcher: '*', hooks: [{ type: 'command', command, timeout: 86_400_000 }] };
  return { ...settings, hooks: { ...hooks, PreToolUse: [...listOf(hooks['PreToolUse']), ours] } };
}
