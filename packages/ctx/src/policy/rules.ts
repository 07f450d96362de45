// A rule of a policy: a tool's name with globs, and maybe a pattern on its input. `bash`, `mcp__*`, `bash(git *)`.

import { isOnlyOf, wordSigns } from '../text/only-of.js';
import { globMatches } from './glob.js';

export interface Rule {
  readonly text: string;
  readonly name: string;
  /** Absent: whatever the input. */
  readonly pattern: string | undefined;
  /** It could not be read. `name` is then all that it might be about. */
  readonly broken: boolean;
}

const nameSigns = `${wordSigns}.:*-`;

/** `name`, or `name(pattern)`: as SPEC.md of the session format says. */
export function parseRule(text: string): Rule {
  const open = text.indexOf('(');
  const hasPattern = open >= 0;
  const name = hasPattern ? text.slice(0, open) : text;
  const pattern = hasPattern && text.endsWith(')') ? text.slice(open + 1, -1) : '';
  const isNamed = name !== '' && isOnlyOf(nameSigns, name);
  if (!isNamed || (hasPattern && pattern === ''))
    return { text, name: isNamed ? name : '*', pattern: undefined, broken: true };
  return { text, name, pattern: !hasPattern || pattern === '*' ? undefined : pattern, broken: false };
}

/**
 * A rule as somebody writes it. Logs hold rules that mean what SPEC.md says, and what is written now may hold less: a space at an end of
 * its pattern, or a second rule behind the first, is a slip, and a pattern with it matches hardly anything, so that a rule which denies
 * would silently hold for nothing.
 */
export function writtenRule(text: string): Rule {
  const rule = parseRule(text);
  const { pattern = '' } = rule;
  const isSlip = pattern.trim() !== pattern || hasRuleBehind(pattern);
  return isSlip ? { ...rule, pattern: undefined, broken: true } : rule;
}

/** What is held for a rule that somebody wrote: for a slip, one that nobody can read, which denies its tool altogether. */
export function heldRule(text: string): string {
  const { name, broken } = writtenRule(text);
  return broken && !parseRule(text).broken ? `${name}(` : text;
}

/** `rm *), bash(dd *`: the bracket that closes the first rule, and another rule. */
function hasRuleBehind(pattern: string): boolean {
  let open = 0;
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === '(') open += 1;
    if (pattern[at] !== ')') continue;
    if (open > 0) open -= 1;
    else if (/^[\s,;]*[\w.:*-]+\(/.test(pattern.slice(at + 1))) return true;
  }
  return false;
}

export function namesTool(rule: Rule, tool: string): boolean {
  return globMatches(rule.name, tool);
}

/** Whether all that `narrow` matches is matched by `wide`, too, as far as stars alone can show it. */
export function covers(wide: Rule, narrow: Rule): boolean {
  if (wide.broken || narrow.broken || !globMatches(wide.name, narrow.name)) return false;
  if (wide.pattern === undefined || wide.pattern === narrow.pattern) return true;
  if (narrow.pattern === undefined || ![wide.pattern, narrow.pattern].every(onlyStars)) return false;
  return globMatches(wide.pattern, narrow.pattern);
}

/** `**` + `/` stands for nothing, too, `?`, `[…]` and `{…}` for letters, and a slash at an end for a folder. */
function onlyStars(pattern: string): boolean {
  return !/[?[\]{}\\~]|\*\*|^\/|\/$|:\*$/.test(pattern);
}
