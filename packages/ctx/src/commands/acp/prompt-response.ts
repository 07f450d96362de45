// What a client is told of a prompt that is over: how its turn ended, in the protocol's words.

import type { PromptResponse, StopReason } from '@agentclientprotocol/sdk';
import { RpcError, rpcCodes } from '../../acp/rpc-error.js';
import type { TurnEnd } from '../../editor/stretch.js';
import type { StopReason as RunStop } from '../../protocol/records.js';
import { answerOf, talkAnswer } from '../session-answer.js';

/** A ctx is told the answer besides, as a command here would give it. */
export function promptResponse(
  end: TurnEnd,
  wasCancelled: boolean,
  isCtx: boolean,
  signal: AbortSignal,
): PromptResponse {
  const stopReason = stopReasonOf(end, wasCancelled, signal);
  if (!isCtx) return { stopReason };
  const { conducted, outcome } = end;
  const answer = talkAnswer({ ...conducted, runs: outcome === undefined ? [] : [outcome] });
  return { stopReason, _meta: { ctx: { answer } } };
}

const stops: Partial<Readonly<Record<RunStop, StopReason>>> = {
  completed: 'end_turn',
  cancelled: 'cancelled',
  length: 'max_tokens',
  content_filter: 'refusal',
  max_iterations_reached: 'max_turn_requests',
  max_turns_reached: 'max_turn_requests',
};

/** What the protocol has no word for is a failure, and never the end of a turn. */
function stopReasonOf(
  { conducted, outcome }: TurnEnd,
  wasCancelled: boolean,
  signal: AbortSignal,
): StopReason {
  const stop = outcome === undefined ? undefined : stops[outcome.stop_reason];
  if (conducted.tampered === undefined && stop !== undefined) return stop;
  if (wasCancelled) return 'cancelled';
  answerOf({ ...conducted, runs: outcome === undefined ? [] : [outcome] }, signal);
  throw new RpcError(rpcCodes.internalError, 'the session ended before the prompt was taken');
}
