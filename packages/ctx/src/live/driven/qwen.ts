// Qwen Code without an account. Beside the session it asks the model for notes to remember, with tools of its own.

import { join } from 'node:path';
import type { DrivenHost } from '../driven-host.js';
import { addToSettings } from '../settings-file.js';
import { taskCall } from './task-call.js';

export const drivenQwen: DrivenHost = {
  name: 'qwen',
  program: 'qwen',
  shell: (command) => ({ name: 'run_shell_command', input: { command, is_background: false } }),
  delegate: (prompt, offered) =>
    offered
      .filter(({ name, takes }) => /^(?:agent|task)$/.test(name) && takes.includes('subagent_type'))
      .map((tool) => taskCall(tool, prompt)),
  prepare({ home, env }, url) {
    Object.assign(env, { OPENAI_API_KEY: 'nobodys-key', OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: 'm' });
    addToSettings(join(home, '.qwen', 'settings.json'), {
      security: { auth: { selectedType: 'openai' } },
      privacy: { usageStatisticsEnabled: false },
      general: { disableAutoUpdate: true, enableAutoUpdate: false },
    });
  },
  argv: (prompt) => ['--yolo', '--output-format', 'json', '-p', prompt],
};
