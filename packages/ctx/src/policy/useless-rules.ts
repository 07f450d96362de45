// Rules that cannot do what somebody wrote them for: nobody can read them, or they are on paths that can never match.

import { isAbsolute, posix } from 'node:path';
import { fail } from '../protocol/codes.js';
import type { Policy } from '../protocol/records.js';
import { namesTool, parseRule, writtenRule } from './rules.js';

export interface UselessRule {
  readonly rule: string;
  /** Nothing where there is no such rule. */
  readonly instead: string | undefined;
}

/** Whatever such a rule may be about would be denied: whoever wrote it learns that before anything starts. */
export function requireReadable(
  { allow, deny, ask = [] }: Pick<Policy, 'allow' | 'deny' | 'ask'>,
  operation: string,
): void {
  const unreadable = [...deny, ...ask, ...allow].find((text) => writtenRule(text).broken);
  if (unreadable !== undefined) throw fail('rule_unreadable', { operation, target: unreadable });
}

/** `tools` are those whose patterns are about paths of the workspace. */
export function uselessRule(
  { allow, deny, ask = [] }: Policy,
  tools: readonly string[],
  workspace: string,
): UselessRule | undefined {
  for (const text of [...deny, ...ask, ...allow]) {
    const rule = parseRule(text);
    const { name, pattern } = rule;
    if (pattern === undefined || !tools.some((tool) => namesTool(rule, tool))) continue;
    const better = inWorkspace(pattern, workspace);
    if (better !== pattern) return { rule: text, instead: better && `${name}(${better})` };
  }
  return undefined;
}

/** The pattern itself where it may match; nothing where all of it lies elsewhere. */
function inWorkspace(pattern: string, workspace: string): string | undefined {
  if (pattern.startsWith('!')) return pattern.slice(1);
  if (/^(?:~|\.\.\/|\/\/)/.test(pattern)) return undefined;
  if (!isAbsolute(pattern)) return pattern;
  const root = `${workspace.replace(/\/$/, '')}/`;
  return posix.normalize(pattern).startsWith(root)
    ? posix.normalize(pattern).slice(root.length) || '*'
    : pattern;
}
