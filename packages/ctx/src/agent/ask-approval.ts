// A call that somebody has to allow first: the question in the log before it is asked, the answer before anything follows.

import { answered, askingRules, judgeCall } from '../policy/policy.js';
import { advance } from './advance.js';
import { interruptTurn } from './close-turn.js';
import type { Step } from './decide.js';
import { settleInFlight } from './in-flight.js';
import type { RunContext } from './run-context.js';
import { shownPreview } from './shown-preview.js';

export async function askApproval(
  context: RunContext,
  { call, tool, input, rule }: Extract<Step, { do: 'ask_approval' }>,
): Promise<void> {
  const { state, log, interruption, approver, pool } = context;
  if (interruption.cause() !== undefined) {
    interruptTurn(context, true);
    return;
  }
  const via = approver?.via(rule);
  if (approver === undefined || via === undefined) throw new TypeError('nobody can be asked');
  const policy = answered(pool.policy, askingRules(pool.policy, tool, input));
  const judge = (subject: string) => judgeCall(policy, tool, { [tool.subject?.field ?? '']: subject });
  const preview = await tool.preview?.(input, judge);
  const { call_id } = call.part;
  const shown = preview === undefined ? undefined : shownPreview(log, preview);
  advance(
    state,
    log.append(
      'approval.requested',
      { call_id, tool: tool.name, rule, via, ...(shown && { shown: shown.text }) },
      shown?.count,
    ),
  );
  await log.settled();
  const question = { call_id, tool: tool.name, input, rule, preview };
  const [outcome] = await settleInFlight(
    [({ signal }) => approver.ask(question, signal)],
    interruption.signal,
    context.clock.alarm,
  );
  if (outcome?.kind !== 'done') interruptTurn(context, outcome?.kind === 'stopped');
  else advance(state, log.append('approval.given', { call_id, ...outcome.value }));
}
