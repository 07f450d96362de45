// Rules on paths that can never match, and what to write in their place.

import { isAbsolute, posix } from 'node:path';
import type { Policy } from '../protocol/records.js';
import { namesTool, parseRule } from './rules.js';

export interface UselessRule {
  readonly rule: string;
  /** Nothing where there is no such rule. */
  readonly instead: string | undefined;
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
