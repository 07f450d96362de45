import { fail } from '../protocol/codes.js';
import type { Failure } from '../protocol/failure.js';

/** A command that a signal ended before it had an answer; `signal.reason` is the signal's name. */
export function stoppedBy(
  { reason }: Pick<AbortSignal, 'reason'>,
  operation: string,
  target: string,
): Failure {
  return fail(reason === 'SIGTERM' ? 'terminated' : 'interrupted', { operation, target });
}
