// How a turn ended, in the protocol's words.

import type { StopReason } from '@agentclientprotocol/sdk';
import { RpcError, rpcCodes } from '../../acp/rpc-error.js';
import type { TurnEnd } from '../../editor/stretch.js';
import type { StopReason as RunStop } from '../../protocol/records.js';
import { answerOf } from '../session-answer.js';

const stops: Partial<Readonly<Record<RunStop, StopReason>>> = {
  completed: 'end_turn',
  cancelled: 'cancelled',
  length: 'max_tokens',
  content_filter: 'refusal',
  max_iterations_reached: 'max_turn_requests',
  max_turns_reached: 'max_turn_requests',
};

/** What the protocol has no word for is a failure, and never the end of a turn. */
export function stopReasonOf(
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
