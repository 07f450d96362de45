// Gemini CLI without an account. Without a model's name it asks a router for a minute and a half first.

import { join } from 'node:path';
import type { DrivenHost } from '../driven-host.js';
import { addToSettings } from '../settings-file.js';

export const drivenGemini: DrivenHost = {
  name: 'gemini',
  program: 'gemini',
  shell: (command) => ({ name: 'run_shell_command', input: { command } }),
  delegate: (prompt, offered) =>
    offered
      .filter(({ name }) => name === 'invoke_agent')
      .map(({ name }) => ({ name, input: { agent_name: 'generalist', prompt } })),
  // A subagent that only says that it is done is asked to say so with this tool.
  finish: (text, offered) =>
    offered
      .filter(({ name }) => name === 'complete_task')
      .map(({ name, takes }) => ({ name, input: { [takes[0] ?? 'result']: text } }))[0],
  prepare({ home, env }, url) {
    Object.assign(env, {
      GEMINI_API_KEY: 'nobodys-key',
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    });
    addToSettings(join(home, '.gemini', 'settings.json'), {
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
      general: { disableAutoUpdate: true, enableAutoUpdate: false },
    });
  },
  argv: (prompt) => ['-m', 'gemini-2.5-flash', '--yolo', '--output-format', 'json', '-p', prompt],
};
