// A rule that names no tool of any agent, but nearly one: it guards nothing, and whoever wrote it believes that it does.

import { parseRule } from '../policy/rules.js';
import { within } from '../text/nearest.js';
import { knownToolNames } from './foreign-uses.js';

/** What agents call tools that ctx treats as any other. A rule on one of them holds, and a slip may have meant one of them. */
const others = [
  ...['askuserquestion', 'bashoutput', 'enterworktree', 'exitworktree', 'killshell', 'lsp', 'notebookread'],
  ...['slashcommand', 'websearch', 'ask_user', 'ask_user_question', 'codesearch', 'enter_plan_mode'],
  ...['exit_plan_mode', 'google_web_search', 'grep_files', 'list_bash', 'list_dir', 'read_bash'],
  ...['read_files', 'read_many_files', 'read_powershell', 'save_memory', 'stop_bash', 'task_output'],
  ...['task_stop', 'tool_search', 'web_search', 'write_todos'],
];

/** What was most likely meant; nothing where the rule may be about a tool that only its agent knows. */
export function mistypedTool(rule: string): string | undefined {
  const { name, broken } = parseRule(rule);
  if (broken || name.includes('*')) return undefined;
  if (/^mcp__/i.test(name)) return toolsOfServer(name);
  const names = [...knownToolNames(), ...others];
  const typed = name.toLowerCase();
  if (names.some((known) => known.toLowerCase() === typed)) return undefined;
  return within(name.length <= 6 ? 1 : 2, name, names);
}

/** In Claude Code's settings a server alone stands for all of its tools; here nothing is called so. */
function toolsOfServer(name: string): string | undefined {
  const [, server = '', tool = ''] = name.split('__');
  return server === '' || tool !== '' ? undefined : `mcp__${server}__*`;
}
