// The rules of approvals: a call that somebody has to be asked about is made only once it was allowed.

import { namesTool, parseRule } from '../../policy/rules.js';
import type { RecordOf } from '../../protocol/records.js';
import type { Findings } from './findings.js';
import type { AskedCall, RunCheck, TurnCheck } from './run-check.js';

/**
 * What a call that was let through lacked. Of rules with a pattern only a replay can say which calls they are about: it reads
 * commands and paths as the run did.
 */
export function unapproved(run: RunCheck, asked: AskedCall | undefined, tool: string): string | undefined {
  if (asked !== undefined) {
    if (asked.answer === 'allow') return undefined;
    return `the call ran, although ${asked.answer === 'deny' ? 'the answer was no' : 'nobody had answered'}`;
  }
  if (run.agent !== 'ctx') return undefined;
  const asking = (run.settings.policy.ask ?? []).map(parseRule);
  const open = asking.find(
    (rule) => rule.pattern === undefined && namesTool(rule, tool) && !run.approved.has(rule.text),
  );
  return open === undefined ? undefined : `the rule ${open.text} asks about ${tool}, but nobody was asked`;
}

/** A call is asked about before it is let through, and answered once it was asked about. */
export function checkApproval(
  run: RunCheck,
  turn: TurnCheck,
  record: RecordOf<'approval.requested'> | RecordOf<'approval.given'>,
  findings: Findings,
): void {
  const { seq, call_id } = record;
  if (record.type === 'approval.given') {
    const asked = turn.approvals.get(call_id);
    if (asked === undefined || asked.answer !== undefined)
      findings.add('approval_untrue', seq, `nobody was asked about the call ${call_id}`);
    const rule = asked?.rule ?? '';
    turn.approvals.set(call_id, { rule, answer: record.answer });
    if (asked !== undefined && record.answer === 'allow' && record.scope !== 'once')
      for (const approved of [run.approved, run.approvedSoFar]) approved.add(rule);
    return;
  }
  if (run.showsAnswers && turn.answer?.calls.owed(call_id) === undefined)
    findings.add(
      'approval_untrue',
      seq,
      `the model did not request the call ${call_id}, or the call had already run`,
    );
  turn.approvals.set(call_id, { rule: record.rule, answer: undefined });
}
