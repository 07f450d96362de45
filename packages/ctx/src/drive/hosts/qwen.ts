// Qwen Code, by ACP, in the mode that asks about changes and commands. What only reads it does unasked.

import { join } from 'node:path';
import { membersOf, textOf } from '../../acp/fields.js';
import { startAcp } from '../acp-agent.js';
import { type AcpTraits, usageIn } from '../acp-traits.js';
import type { DrivableHost } from '../drivable-host.js';
import { namesIn } from '../names-in-settings.js';

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
  network: ['dashscope.aliyuncs.com', 'dashscope-intl.aliyuncs.com', 'chat.qwen.ai', 'portal.qwen.ai'],
  addresses: ({ home, env }) => [
    env['OPENAI_BASE_URL'],
    ...namesIn(join(home, '.qwen', 'settings.json'), /"base_?[uU]rl"\s*:\s*"([^"]+)"/g),
  ],
  tellsTokens: true,
  tellsCost: false,
  start: ({ model }) => ({
    argv: ['--acp', '--approval-mode', 'default', ...(model === undefined ? [] : ['-m', model])],
  }),
  connect: (started) => startAcp({ ...started, name: 'qwen', traits }),
};
