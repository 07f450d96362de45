// opencode without an account: a provider of its own in its settings, by a package that it brings along.

import { join } from 'node:path';
import type { DrivenHost } from '../driven-host.js';
import { addToSettings } from '../settings-file.js';

export const drivenOpencode: DrivenHost = {
  name: 'opencode',
  program: 'opencode',
  shell: (command) => ({ name: 'bash', input: { command, description: 'a file' } }),
  delegate: (prompt, offered) =>
    offered
      .filter(({ name, takes }) => name === 'task' && takes.includes('subagent_type'))
      .map(({ name }) => ({ name, input: { description: 'a file', prompt, subagent_type: 'general' } })),
  prepare({ home, env }, url) {
    Object.assign(env, { OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' });
    const options = { baseURL: `${url}/v1`, apiKey: 'nobodys-key' };
    const loop = { npm: '@ai-sdk/openai-compatible', options, models: { m: { name: 'm' } } };
    addToSettings(join(home, '.config', 'opencode', 'opencode.json'), {
      model: 'loop/m',
      small_model: 'loop/m',
      provider: { loop },
      permission: { '*': 'allow' },
      autoupdate: false,
      share: 'disabled',
    });
  },
  argv: (prompt) => ['run', '--format', 'json', prompt],
};
