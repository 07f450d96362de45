// A rule that names no tool of any agent, but nearly one: it guards nothing, and whoever wrote it believes that it does.

import { writtenRule } from '../policy/rules.js';
import { within } from '../text/nearest.js';
import { knownToolNames } from './foreign-uses.js';

/** What Claude Code calls tools that ctx treats as any other. A rule on one of them holds, and a slip meant it. */
const ofClaude = [
  ...['askuserquestion', 'bashoutput', 'enterworktree', 'exitworktree', 'killshell', 'notebookread'],
  ...['slashcommand', 'websearch'],
];
/** And other agents. Their names are like those that anybody gives a tool of their own: what is nearly one may be another tool. */
const ofOthers = [
  ...['lsp', 'ask_user', 'ask_user_question', 'codesearch', 'enter_plan_mode', 'exit_plan_mode'],
  ...[
    'google_web_search',
    'grep_files',
    'list_bash',
    'list_dir',
    'read_bash',
    'read_files',
    'read_many_files',
  ],
  ...['read_powershell', 'save_memory', 'stop_bash', 'task_output', 'task_stop', 'tool_search', 'web_search'],
  ...['write_todos'],
];

/** What was most likely meant; nothing where the rule may be about a tool that only its agent knows. */
export function mistypedTool(rule: string): string | undefined {
  const { name, broken } = writtenRule(rule);
  if (broken || name.includes('*')) return undefined;
  if (/^mcp__/i.test(name)) return toolsOfServer(name);
  const known = knownToolNames();
  const typed = name.toLowerCase();
  if ([...known, ...ofClaude, ...ofOthers].some((each) => each.toLowerCase() === typed)) return undefined;
  return within(1, name, ofClaude) ?? within(name.length <= 6 ? 1 : 2, name, known);
}

/** In Claude Code's settings a server alone stands for all of its tools; here nothing is called so. */
function toolsOfServer(name: string): string | undefined {
  const [, server = '', tool = ''] = name.split('__');
  return server === '' || tool !== '' ? undefined : `mcp__${server}__*`;
}
