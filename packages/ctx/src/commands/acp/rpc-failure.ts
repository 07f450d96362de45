// A failure of ours as the protocol says it: its words for people, its code for programs.

import { RpcError, rpcCodes } from '../../acp/rpc-error.js';
import { failureInWords } from '../../cli/failure-in-words.js';
import { Failure } from '../../protocol/failure.js';

/** `isWhole`: another ctx is told all that is known, so that it can fail the same way. */
export async function inRpcWords<T>(
  program: string,
  isWhole: boolean,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Failure ? await rpcFailure(error, program, isWhole) : error;
  }
}

async function rpcFailure(failure: Failure, program: string, isWhole: boolean): Promise<RpcError> {
  const { message, hint } = await failureInWords(failure, program);
  const { code, kind, retryable } = failure;
  const whole = {
    operation: failure.where.operation,
    exit_code: failure.exitCode,
    message,
    details: failure.where.details,
  };
  return new RpcError(rpcCodeOf(failure), hint === undefined ? message : `${message} ${hint}`, {
    ...(isWhole && whole),
    code,
    kind,
    retryable,
    target: failure.where.target,
    ...(hint !== undefined && { hint }),
  });
}

function rpcCodeOf({ kind }: Failure): number {
  if (kind === 'session_not_found') return rpcCodes.resourceNotFound;
  return kind === 'parse' || kind === 'usage' ? rpcCodes.invalidParams : rpcCodes.internalError;
}
