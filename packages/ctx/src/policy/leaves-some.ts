// Whether a policy could leave any tool of a family: a server none of whose tools may be called need not be started.

import type { Policy } from '../protocol/records.js';
import { globCouldMatch } from './glob.js';
import { covers, parseRule } from './rules.js';

/** No name of a tool has it. */
const anything = '\0';

/** `prefix` is how all names of the family begin: `mcp__files__`. */
export function leavesSome(policy: Policy, prefix: string): boolean {
  const whole = { text: `${prefix}*`, name: `${prefix}*`, pattern: undefined, broken: false };
  const never = [...policy.deny, ...(policy.ask ?? [])].map(parseRule);
  if (never.some((rule) => covers(rule, whole))) return false;
  const allow = policy.allow.map(parseRule).filter(({ broken }) => !broken);
  return (
    policy.allow.length === 0 || allow.some(({ name }) => globCouldMatch(name, prefix + anything, anything))
  );
}
