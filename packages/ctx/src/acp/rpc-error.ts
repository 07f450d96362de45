// What a request is refused with. The codes are JSON-RPC's and ACP's own.

export const rpcCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  requestCancelled: -32_800,
  authRequired: -32_000,
  resourceNotFound: -32_002,
} as const;

export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export function invalidParams(says: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, says);
}

/** The peer is gone, or was left: nothing that was asked of it is answered any more. */
export class PeerGone extends Error {
  override readonly name = 'PeerGone';
}
