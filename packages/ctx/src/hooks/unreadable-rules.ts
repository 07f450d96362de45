// Rules of hooks.deny that nobody can read. Every tool that they may be about is denied until a person mends them.

import type { DenyRule } from '../memory/settings.js';
import { writtenRule } from '../policy/rules.js';

/** In words, for the person who can mend them; nothing where all can be read. */
export function unreadableRules(deny: readonly DenyRule[]): string | undefined {
  const broken = deny.map(({ rule }) => writtenRule(rule)).filter((rule) => rule.broken);
  if (broken.length === 0) return undefined;
  const rules = broken.map(({ text }) => `\`${text}\``).join(', ');
  const tools = [...new Set(broken.map(({ name }) => (name === '*' ? 'every tool' : name)))].join(', ');
  return `hooks.deny: ${rules} cannot be read, which denies ${tools} altogether; a rule is \`TOOL\` or \`TOOL(PATTERN)\``;
}
