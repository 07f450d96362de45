import { expect, it } from 'vitest';
import { mistypedTool } from './mistyped-tool.js';

it.each([
  ['Bsh(git push *)', 'Bash'],
  ['bahs', 'Bash'],
  ['Wriet(secrets/**)', 'Write'],
  ['run_shel_command', 'run_shell_command'],
  ['WebSerch', 'websearch'],
  ['mcp__github', 'mcp__github__*'],
  ['mcp__github__', 'mcp__github__*'],
  ['mcp__my_server(*)', 'mcp__my_server__*'],
])('%s most likely meant %s', (rule, tool) => {
  expect(mistypedTool(rule)).toBe(tool);
});

it.each([
  'Bash(git push *)',
  'BASH',
  'write_file',
  'TodoWrite',
  'WebSearch',
  'LSP',
  'BashOutput',
  'exit_plan_mode',
  'code_search',
  'AskUser',
  'stop_task',
  'mcp__github__push',
  'mcp__github__*',
  'Bas*',
  'deploy',
  'Bash(',
])('%s may be meant as it is, or is told of elsewhere', (rule) => {
  expect(mistypedTool(rule)).toBeUndefined();
});
