// What an event says, as records of the log. The host decides what happened; where it leaves something out, only what must have happened is
// added, and nothing else.

import { askedFor, permission, returned } from './calls.js';
import type { CapturedLog } from './captured-log.js';
import { agentRun, beginSession, inRun, mainRun, runOf } from './runs.js';
import type { ToldEvent } from './told-event.js';
import { closeAgent, closeAll, closeTurn, openTurn } from './turns.js';

/** Whether the session, as far as its host will tell, is over. */
export function tell(log: CapturedLog, told: ToldEvent, endsAtStop: boolean): boolean {
  const { event, reply } = told;
  beginSession(log, told);
  switch (event.kind) {
    case 'session-start':
      if (event.source === 'compact') compacted(log, told);
      else mainRun(log, told);
      return false;
    case 'prompt':
      if (!event.again) openTurn(log, runOf(log, told), event.prompt, told.redacted);
      return false;
    case 'before-tool':
      askedFor(log, told, event);
      return false;
    case 'permission':
      permission(log, told, event);
      return false;
    case 'after-tool':
      returned(log, told, event);
      return false;
    case 'compacting':
      compacted(log, told);
      return false;
    case 'subagent-start':
      runOf(log, told);
      return false;
    case 'subagent-stop':
      closeAgent(log, told, event.output ?? '');
      return false;
    case 'stop':
      // A hook asked the agent to go on.
      if (reply.refusal !== undefined || event.agent !== undefined) return false;
      closeTurn(log, log.fold.main, 'completed', event.output ?? '');
      if (!endsAtStop) return false;
      closeAll(log);
      return true;
    case 'session-end':
      closeAll(log);
      return true;
  }
}

function compacted(log: CapturedLog, told: ToldEvent): void {
  const { event } = told;
  const run = event.agent === undefined ? log.fold.main : agentRun(log, event.agent);
  // What a person asks for between two turns is told by the transcript.
  if (run?.turn === undefined) return;
  // Before it and after it: one compaction.
  if (event.kind === 'session-start') return;
  log.append('context.compacted', {
    messages_dropped: null,
    turns_dropped: null,
    outputs_cleared: [],
    tokens_before: null,
    tokens_after: null,
    ...inRun(log, run),
  });
}
