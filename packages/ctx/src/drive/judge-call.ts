// What a policy says of a call of another agent. Whatever name denies it, denies it.

import { judgeCall } from '../policy/policy.js';
import { protectedBy } from '../policy/protected-paths.js';
import type { Verdict } from '../policy/verdict.js';
import type { Policy } from '../protocol/records.js';
import { usesOf } from './foreign-uses.js';

export interface ForeignCall {
  readonly tool: string;
  readonly input: unknown;
  readonly leads_to?: string | undefined;
}

export interface ForeignPlace {
  /** Where the agent works, as it calls it. */
  readonly folder?: string | undefined;
  /** Protected paths that the config opened. */
  readonly opened?: readonly string[] | undefined;
}

export function judgeForeign(
  { allow, deny, ask = [], on_deny }: Policy,
  { tool, input, leads_to }: ForeignCall,
  { folder, opened }: ForeignPlace = {},
): Verdict {
  const { groups, changes, isInner } = usesOf(tool, input, folder, leads_to);
  const uses = groups.flat();
  for (const use of uses) {
    const verdict = judgeCall({ allow: [], deny, on_deny }, use.tool, use.input);
    if (!verdict.allowed) return verdict;
  }
  for (const path of changes) {
    const denial = protectedBy(path, opened);
    if (denial !== undefined) return { allowed: false, ...denial };
  }
  if (allow.length > 0 && !isInner) {
    const permits: Policy = { allow, deny: [], on_deny };
    for (const group of groups) {
      const verdicts = group.map((use) => judgeCall(permits, use.tool, use.input));
      const [first] = verdicts;
      if (first !== undefined && verdicts.every((verdict) => !verdict.allowed)) return first;
    }
  }
  for (const use of uses) {
    const verdict = judgeCall({ allow: [], deny: [], ask, on_deny }, use.tool, use.input);
    if (!verdict.allowed) return verdict;
  }
  return { allowed: true };
}
