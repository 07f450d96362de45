// A call of a driven agent that a rule wants a person's word on: the question in the log before it is asked, the answer before
// anything follows from it.

import { advance } from '../agent/advance.js';
import { settleInFlight } from '../agent/in-flight.js';
import type { GivenAnswer } from '../approve/question.js';
import type { ToldCall } from './agent-port.js';
import type { DrivenContext } from './driven-context.js';

/** No log needs more of a diff than a person looks at. */
const longestShown = 64 * 1024;

export async function askPerson(
  { approver, log, state, interruption, clock }: DrivenContext,
  { call_id, tool, input, preview }: ToldCall,
  rule: string,
): Promise<GivenAnswer | 'nobody' | 'interrupted'> {
  const via = approver?.via(rule);
  if (approver === undefined || via === undefined) return 'nobody';
  const shown = preview === undefined ? undefined : log.redact(preview.toWellFormed());
  const body = {
    call_id,
    tool,
    rule,
    via,
    ...(shown && { shown: shown.text.slice(0, longestShown).toWellFormed() }),
  };
  advance(state, log.append('approval.requested', body, shown?.count));
  await log.settled();
  const question = { call_id, tool, input, rule, preview };
  const [outcome] = await settleInFlight(
    [({ signal }) => approver.ask(question, signal)],
    interruption.signal,
    clock.alarm,
  );
  if (outcome?.kind !== 'done') return 'interrupted';
  advance(state, log.append('approval.given', { call_id, ...outcome.value }));
  return outcome.value;
}
