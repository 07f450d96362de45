// Copilot CLI without an account: a provider of its own, offline.

import type { DrivenHost } from '../driven-host.js';

export const drivenCopilot: DrivenHost = {
  name: 'copilot',
  program: 'copilot',
  shell: (command) => ({ name: 'bash', input: { command, description: 'a file' } }),
  delegate: (prompt, offered) =>
    offered
      .filter(({ name, takes }) => name === 'task' && takes.includes('agent_type'))
      .map(({ name, takes }) => ({
        name,
        input: {
          description: 'a file',
          prompt,
          agent_type: 'general-purpose',
          ...(takes.includes('name') && { name: 'file-maker' }),
          ...(takes.includes('mode') && { mode: 'sync' }),
        },
      })),
  prepare({ env }, url) {
    Object.assign(env, {
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_API_KEY: 'nobodys-key',
      COPILOT_MODEL: 'gpt-5.5',
      COPILOT_ALLOW_ALL: 'true',
      COPILOT_AUTO_UPDATE: 'false',
    });
  },
  argv: (prompt) => ['--output-format', 'json', '-p', prompt],
};
