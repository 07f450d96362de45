// A rule that names no tool of any agent, but nearly one: it guards nothing, and whoever wrote it believes that it does.

import { parseRule } from '../policy/rules.js';
import { within } from '../text/nearest.js';
import { knownToolNames } from './foreign-uses.js';

/** Tools of agents that ctx treats as any other, and that are one slip away from another's name. */
const alike = new Set(['lsp']);

/** The tool that was most likely meant; nothing where the rule may be about a tool that only its agent knows. */
export function mistypedTool(rule: string): string | undefined {
  const { name, broken } = parseRule(rule);
  if (broken || name.includes('*') || name.startsWith('mcp__')) return undefined;
  const names = knownToolNames();
  const typed = name.toLowerCase();
  if (alike.has(typed) || names.some((known) => known.toLowerCase() === typed)) return undefined;
  return within(name.length <= 6 ? 1 : 2, name, names);
}
