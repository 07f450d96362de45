// What a policy says of a call of another agent. Whatever name denies it, denies it.

import { Judge } from '../policy/policy.js';
import { protectedBy } from '../policy/protected-paths.js';
import { type Matcher, matcherOf } from '../policy/subject.js';
import type { Verdict } from '../policy/verdict.js';
import type { Policy } from '../protocol/records.js';
import { type CallUses, usesOf } from './foreign-uses.js';

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

/** `uses`: of a call that was read already. What is left is asked about; a call that no allow rule covers under any of its names is denied. */
export type ForeignJudge = (call: ForeignCall, place?: ForeignPlace, uses?: CallUses) => Verdict;

/** The rules are read once, for all calls of a run. */
export function foreignJudge({ allow, deny, ask = [], on_deny }: Policy): ForeignJudge {
  const denying = new Judge({ allow: [], deny, on_deny });
  const permitting = new Judge({ allow, deny: [], on_deny });
  const asking = new Judge({ allow: [], deny: [], ask, on_deny });
  return ({ tool, input, leads_to }, { folder, opened } = {}, uses = undefined) => {
    const { groups, changes, isInner } = uses ?? usesOf(tool, input, folder, leads_to);
    const read = groups.map((uses) => ({
      names: uses.map((use) => use.tool.name),
      matcher: uses[0] && matcherOf(uses[0].tool.subject, uses[0].input),
    }));
    for (const { names, matcher } of read) {
      const denial = firstDenial(denying, names, matcher);
      if (denial !== undefined) return denial;
    }
    for (const path of changes) {
      const denial = protectedBy(path, opened);
      if (denial !== undefined) return { allowed: false, ...denial };
    }
    if (allow.length > 0 && !isInner)
      for (const { names, matcher } of read) {
        const verdicts = names.map((name) => permitting.matched(name, matcher));
        const [first] = verdicts;
        if (first !== undefined && verdicts.every((verdict) => !verdict.allowed)) return first;
      }
    for (const { names, matcher } of ask.length === 0 ? [] : read) {
      const question = firstDenial(asking, names, matcher);
      if (question !== undefined) return question;
    }
    return { allowed: true };
  };
}

export function judgeForeign(policy: Policy, call: ForeignCall, place?: ForeignPlace): Verdict {
  return foreignJudge(policy)(call, place);
}

function firstDenial(
  judge: Judge,
  names: readonly string[],
  matcher: Matcher | undefined,
): Verdict | undefined {
  for (const name of names) {
    const verdict = judge.matched(name, matcher);
    if (!verdict.allowed) return verdict;
  }
  return undefined;
}
