// The tools that the policy leaves. Filtered once: what the model is told of and what it may call is the same list.

import { createHash } from 'node:crypto';
import { judgeCall, judgeTool } from '../../policy/policy.js';
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
}

/** `opened` are the tools that a run was opened with; one that came later is not for it. */
export function poolOf(tools: readonly Tool[], policy: Policy, opened?: readonly PoolEntry[]): Pool {
  const verdicts = tools.map((tool) => {
    const verdict = judgeTool(policy, tool.name);
    const isNew = opened !== undefined && !opened.some(({ name }) => name === tool.name);
    return { tool, verdict: verdict.allowed && isNew ? cameLater : verdict };
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
  };
}

/** The same words wherever a tool is missing, so that a replay, which has other tools around it, says them too. */
const notInThePool: Denial = { rule: 'pool', reason: 'this run has no such tool' };
const cameLater: Verdict = { allowed: false, ...notInThePool };

/** A call to anything that is not in the pool is denied, by the rule that is against it where there is one. */
export function findCallable(pool: Pool, name: string, input: unknown): { readonly tool: Tool } | Denial {
  const tool = pool.tools.find((candidate) => candidate.name === name);
  if (tool === undefined) {
    const { rule, reason } = { ...notInThePool, ...judgeTool(pool.policy, name) };
    return { rule, reason };
  }
  const verdict = judgeCall(pool.policy, tool, input);
  return verdict.allowed ? { tool } : verdict;
}

export function entryOf(tool: Tool): PoolEntry {
  const { name, input, server, readOnly, recorded } = tool;
  if (recorded !== undefined) return recorded;
  const own = { name, schema_digest: digestOf(input) };
  if (server === undefined) return own;
  return { ...own, server, ...(readOnly && { read_only: true as const }), tokens: tokensOfTools([tool]) };
}

function digestOf(schema: unknown): string {
  return `sha256:${createHash('sha256').update(canonical(schema)).digest('hex')}`;
}
