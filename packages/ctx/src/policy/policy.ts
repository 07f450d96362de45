// What a policy says of a tool and of a call. Deny wins; with any allow rule the rest is denied; what is left may have to be
// asked about; doubt denies.

import type { Policy } from '../protocol/records.js';
import { stricterProfile } from './profiles.js';
import { type ReadRule, RuleList } from './rule-list.js';
import { covers, namesTool, parseRule, type Rule } from './rules.js';
import { type Matcher, matcherOf } from './subject.js';
import type { Subject, Verdict } from './verdict.js';

/** What a rule needs to know of a tool. */
export interface JudgedTool {
  readonly name: string;
  /** Without one, a rule with a pattern cannot be evaluated for this tool, and denies. */
  readonly subject?: Subject;
}

export { heldRule } from './rules.js';
export { isReadOtherwise } from './split-letters.js';

const allowed: Verdict = { allowed: true };

/** A policy whose rules are read once, for whoever judges many calls by it. */
export class Judge {
  readonly #policy: Policy;
  readonly #deny: RuleList;
  readonly #ask: RuleList;
  readonly #allow: RuleList;

  constructor(policy: Policy) {
    this.#policy = policy;
    this.#deny = new RuleList(policy.deny);
    this.#ask = new RuleList(policy.ask ?? []);
    this.#allow = new RuleList(policy.allow);
  }

  /** Whether a tool can be called at all, whatever its input. */
  tool(name: string): Verdict {
    const denying = this.#deny.onAnyInput(name);
    if (denying !== undefined) return deniedBy(denying);
    const asking = this.#ask.onAnyInput(name);
    return this.#settled(asking, this.#allow.isEmpty || this.#allow.about(name).some(isSound));
  }

  call({ name, subject }: JudgedTool, input: unknown): Verdict {
    return this.matched(name, matcherOf(subject, input));
  }

  /** For a call whose input was read already; nothing where no pattern can be held against it. */
  matched(name: string, matcher: Matcher | undefined): Verdict {
    const verdict = this.tool(name);
    if (!verdict.allowed && verdict.asks !== true) return verdict;
    const denying = this.#deny.about(name).find((rule) => touches(rule, matcher));
    if (denying !== undefined) return matcher === undefined ? cannotBeEvaluated(denying) : deniedBy(denying);
    const asking = this.#ask.about(name).find((rule) => touches(rule, matcher));
    const isAllowed = this.#allow.isEmpty || this.#allow.about(name).some((rule) => permits(rule, matcher));
    return this.#settled(asking, isAllowed);
  }

  #settled(asking: Rule | undefined, isAllowed: boolean): Verdict {
    if (asking !== undefined) return askedAbout(asking, isAllowed);
    return isAllowed ? allowed : notAllowed(this.#policy);
  }
}

export function judgeTool(policy: Policy, tool: string): Verdict {
  return new Judge(policy).tool(tool);
}

export function judgeCall(policy: Policy, tool: JudgedTool, input: unknown): Verdict {
  return new Judge(policy).call(tool, input);
}

/** The rules that want somebody to be asked about a call. */
export function askingRules({ ask = [] }: Policy, tool: JudgedTool, input: unknown): readonly string[] {
  const matcher = matcherOf(tool.subject, input);
  return new RuleList(ask)
    .about(tool.name)
    .filter((rule) => touches(rule, matcher))
    .map(({ text }) => text);
}

/** The policy for whoever has had an answer to these rules. */
export function answered(policy: Policy, rules: Iterable<string>): Policy {
  const { ask, ...others } = policy;
  if (ask === undefined) return policy;
  const settled = new Set(rules);
  const open = ask.filter((rule) => !settled.has(rule));
  return open.length === 0 ? others : { ...others, ask: open };
}

/** Whether it depends on the input what the policy says of a call. */
export function looksAtInput({ allow, deny, ask = [] }: Policy, tool: string): boolean {
  return new RuleList([...allow, ...deny, ...ask]).about(tool).some((rule) => !isOnAnyInput(rule));
}

/** Rules that are about no tool there is: most likely misspelt. */
export function idleRules(policy: Policy, tools: readonly string[]): readonly string[] {
  return [...policy.deny, ...(policy.ask ?? []), ...policy.allow].filter(
    (text) => !tools.some((tool) => namesTool(parseRule(text), tool)),
  );
}

/** Both policies at once: what either of them denies is denied. */
export function tighten(policy: Policy, more: Policy): Policy {
  const allow = bothAllow(policy.allow, more.allow);
  const deny = [...new Set([...policy.deny, ...more.deny])];
  const profile = stricterProfile(policy.profile, more.profile);
  const ask = [...new Set([...(policy.ask ?? []), ...(more.ask ?? [])])];
  return {
    allow: allow ?? [],
    deny: allow === undefined && !deny.includes('*') ? [...deny, '*'] : deny,
    ...(ask.length > 0 && { ask }),
    on_deny: policy.on_deny === 'stop' ? 'stop' : more.on_deny,
    ...(profile !== undefined && { profile }),
    ...(policy.default !== undefined && { default: policy.default }),
  };
}

/** Nothing, where no rule of one list lies within a rule of the other: an empty list would allow everything. */
function bothAllow(ours: readonly string[], theirs: readonly string[]): string[] | undefined {
  if (ours.length === 0) return [...theirs];
  if (theirs.length === 0) return [...ours];
  const within = (list: readonly string[], other: readonly string[]) =>
    list.filter((text) => other.some((wide) => covers(parseRule(wide), parseRule(text))));
  const both = [...new Set([...within(ours, theirs), ...within(theirs, ours)])];
  return both.length === 0 ? undefined : both;
}

function isOnAnyInput({ pattern }: Rule): boolean {
  return pattern === undefined;
}

/** A broken rule allows nothing, and denies all that it might be about. */
function isSound({ broken }: Rule): boolean {
  return !broken;
}

function touches({ reading }: ReadRule, matcher: Matcher | undefined): boolean {
  return reading === undefined || matcher === undefined || matcher.touches(reading);
}

function permits({ reading, broken }: ReadRule, matcher: Matcher | undefined): boolean {
  return !broken && (reading === undefined || (matcher?.covers(reading) ?? false));
}

function deniedBy(rule: Rule): Verdict {
  const reason = rule.broken ? `the rule ${rule.text} cannot be read` : `the rule ${rule.text} denies it`;
  return { allowed: false, rule: rule.text, reason };
}

/** A denial for as long as nobody answers; what no allow rule covers, nobody is asked about. */
function askedAbout({ text }: Rule, isAllowed: boolean): Verdict {
  return {
    allowed: false,
    ...(isAllowed && { asks: true }),
    rule: text,
    reason: `the rule ${text} asks first, and nobody can be asked`,
  };
}

function cannotBeEvaluated(rule: Rule): Verdict {
  return {
    allowed: false,
    rule: rule.text,
    reason: `the rule ${rule.text} cannot be evaluated for this input`,
  };
}

function notAllowed(policy: Policy): Verdict {
  return { allowed: false, rule: policy.allow.join(', '), reason: 'no allow rule covers it' };
}
