// A session under a stricter policy: which of its calls would have been denied, and where the run would have had to change.

import type { Tool } from '../../agent/ports.js';
import { type ForeignPlace, judgeForeign } from '../../drive/judge-call.js';
import { answered, judgeCall, judgeTool, tighten } from '../../policy/policy.js';
import type { Policy, SessionRecord } from '../../protocol/records.js';

export interface DeniedCall {
  readonly run_id: string;
  readonly turn: number;
  readonly seq: number;
  readonly call_id: string;
  readonly tool: string;
  readonly rule: string;
  readonly reason: string;
}

export interface UnderPolicy {
  /** Calls that were made and would have been denied. The first is where the run would have had to change. */
  readonly denied: readonly DeniedCall[];
  /** Tools that the model would not have been told of. */
  readonly tools_removed: readonly string[];
}

/** `policy` comes on top of what each run had: what either denies is denied. */
export function underPolicy(
  records: readonly SessionRecord[],
  policy: Policy,
  tools: readonly Tool[],
): UnderPolicy {
  const denied: DeniedCall[] = [];
  const removed = new Set<string>();
  let run_id = '';
  let turn = 0;
  let own: Policy | undefined;
  /** Of a run that another agent did: rules are held against its tools by all of their names. */
  let foreign: ForeignPlace | undefined;
  const retold = new Set<string>();
  /** Calls that somebody allowed, and rules that they allowed for good. */
  const allowed = new Set<string>();
  const asked = new Map<string, string>();
  const approved = new Set<string>();
  for (const record of records) {
    if (record.type === 'run.opened') {
      run_id = record.run_id;
      own = record.settings.policy;
      const { agent, settings } = record;
      foreign = agent.name === 'ctx' ? undefined : { folder: agent.folder, opened: settings.open_paths };
      if (record.retells !== undefined) retold.add(run_id);
      const both = tighten(answered(own, own.ask ?? []), policy);
      for (const { name } of record.pool) if (!judgeTool(both, name).allowed) removed.add(name);
    } else if (record.type === 'session.resumed' && record.settings !== undefined) {
      own = record.settings.policy;
    } else if (record.type === 'approval.requested') {
      asked.set(record.call_id, record.rule);
    } else if (record.type === 'approval.given' && record.answer === 'allow') {
      allowed.add(record.call_id);
      if (record.scope !== 'once') approved.add(asked.get(record.call_id) ?? '');
    } else if (record.type === 'turn.opened') {
      turn = record.turn;
    } else if (record.type === 'tool.requested') {
      // What a transcript tells was judged where the run itself stands.
      if (retold.has(run_id)) continue;
      const { seq, call_id, tool: name, input, leads_to } = record;
      // What the run itself asked about was answered; what the other policy would ask about was not.
      const answers = own === undefined || !allowed.has(call_id) ? approved : (own.ask ?? []);
      const both = own === undefined ? policy : tighten(answered(own, answers), policy);
      const verdict =
        foreign === undefined
          ? judgeCall(both, tools.find((tool) => tool.name === name) ?? { name }, input)
          : judgeForeign(both, { tool: name, input, leads_to }, foreign);
      if (verdict.allowed) continue;
      denied.push({ run_id, turn, seq, call_id, tool: name, rule: verdict.rule, reason: verdict.reason });
    }
  }
  return { denied, tools_removed: [...removed] };
}
