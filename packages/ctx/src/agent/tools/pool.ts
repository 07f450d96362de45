// The tools that the policy leaves. Filtered once: what the model is told of and what it may call is the same list.

import { digestOf } from '../../disk/digest.js';
import { Judge } from '../../policy/policy.js';
import { canonical } from '../../protocol/json.js';
import type { Policy, PoolEntry } from '../../protocol/records.js';
import { tokensOfTools } from '../estimate.js';
import type { Denial, Tool, Verdict } from '../ports.js';

export interface Pool {
  readonly tools: readonly Tool[];
  readonly entries: readonly PoolEntry[];
  /** Every other tool, and why it is not there. */
  readonly out: readonly ({ readonly name: string } & Denial)[];
  /** What telling a model of these tools costs, estimated. */
  readonly tokens: number;
  readonly policy: Policy;
  /** That policy, read. */
  readonly judge: Judge;
}

export interface PoolTerms {
  /** The tools that the run was opened with; one that came later is not for it. */
  readonly opened?: readonly PoolEntry[];
  /** Whether somebody can be asked where a rule wants that. */
  readonly canAsk?: (rule: string) => boolean;
}

export function poolOf(tools: readonly Tool[], policy: Policy, { opened, canAsk }: PoolTerms = {}): Pool {
  const judge = new Judge(policy);
  const verdicts = tools.map((tool) => {
    const verdict = judge.tool(tool.name);
    const wasOpened = opened?.some(({ name }) => name === tool.name);
    if (!verdict.allowed && verdict.asks === true && (wasOpened ?? canAsk?.(verdict.rule)) === true)
      return { tool, verdict: inThePool };
    return { tool, verdict: verdict.allowed && wasOpened === false ? cameLater : verdict };
  });
  const left = verdicts.filter(({ verdict }) => verdict.allowed).map(({ tool }) => tool);
  const entries = left.map(entryOf);
  return {
    tools: left,
    entries,
    out: verdicts.flatMap(({ tool, verdict }) =>
      verdict.allowed ? [] : [{ name: tool.name, rule: verdict.rule, reason: verdict.reason }],
    ),
    tokens: left.reduce((sum, tool) => sum + (tool.recorded?.tokens ?? tokensOfTools([tool])), 0),
    policy,
    judge,
  };
}

/** The same words wherever a tool is missing, so that a replay, which has other tools around it, says them too. */
const notInThePool: Denial = { rule: 'pool', reason: 'this run has no such tool' };
const cameLater: Verdict = { allowed: false, ...notInThePool };
const inThePool: Verdict = { allowed: true };

/** Why a call is not made, and the tool of a call that somebody may allow all the same. */
export type Uncallable = Denial & { readonly asked?: Tool };

/**
 * A call to anything that is not in the pool is denied, by the rule that is against it where there is one. `policy`: that of
 * the pool, less what was answered since.
 */
export function findCallable(
  pool: Pool,
  name: string,
  input: unknown,
  policy = pool.policy,
): { readonly tool: Tool } | Uncallable {
  const tool = pool.tools.find((candidate) => candidate.name === name);
  if (tool === undefined) {
    const { rule, reason } = { ...notInThePool, ...pool.judge.tool(name) };
    return { rule, reason };
  }
  const judge = policy === pool.policy ? pool.judge : new Judge(policy);
  const verdict = judge.call(tool, input);
  if (verdict.allowed) return { tool };
  const { rule, reason, asks } = verdict;
  return { rule, reason, ...(asks && { asked: tool }) };
}

export function entryOf(tool: Tool): PoolEntry {
  const { name, input, server, readOnly, recorded } = tool;
  if (recorded !== undefined) return recorded;
  const own = { name, schema_digest: digestOf(canonical(input)) };
  if (server === undefined) return own;
  return { ...own, server, ...(readOnly && { read_only: true as const }), tokens: tokensOfTools([tool]) };
}
