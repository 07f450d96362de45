// Claude Code without an account: a key of nobody's, and the address of the model in its environment.

import type { DrivenHost } from '../driven-host.js';
import type { OfferedTool } from '../wires/wire.js';
import { taskCall } from './task-call.js';

export const drivenClaudeCode: DrivenHost = {
  name: 'claude-code',
  program: 'claude',
  shell: (command) => ({ name: 'Bash', input: { command, description: 'a file' } }),
  delegate: (prompt, offered) => offered.filter(isForTasks).map((tool) => taskCall(tool, prompt)),
  prepare({ env }, url) {
    Object.assign(env, {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'sk-nobody',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    });
  },
  argv: (prompt) => ['-p', prompt, '--output-format', 'json', '--allowedTools', 'Bash'],
};

/** Older versions call it Task. */
function isForTasks({ name, takes }: OfferedTool): boolean {
  return (name === 'Agent' || name === 'Task') && takes.includes('subagent_type');
}
