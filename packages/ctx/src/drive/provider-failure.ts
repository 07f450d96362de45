// What a provider refused a request with, as hosts pass it on: in a code, in a text, in JSON within a text.

import { membersOf, textOf } from '../acp/fields.js';
import { type RpcError, rpcCodes } from '../acp/rpc-error.js';

export interface ProviderFailure {
  readonly message: string;
  readonly status?: number;
  readonly isAgents?: boolean;
}

export function rpcFailure({ code, message, data }: RpcError): ProviderFailure {
  const { details } = membersOf(data);
  const said = textOf(details) ?? message;
  if (code === rpcCodes.authRequired) return { message: plainMessage(said), status: 401 };
  const status = isHttpError(code) ? code : statusIn(said);
  return { message: plainMessage(said), ...(status !== undefined && { status }) };
}

/** `API Error: 400 the model is broken`, `400 the model is broken`. */
export function statusIn(text: string): number | undefined {
  const found = /(?:^|[\s(:])([45]\d\d)\b/.exec(text.slice(0, 200))?.[1];
  return found === undefined ? undefined : Number(found);
}

/** The innermost sentence of an error that is JSON. */
export function plainMessage(text: string): string {
  try {
    const { error, message } = membersOf(JSON.parse(text));
    const inner = textOf(membersOf(error)['message']) ?? textOf(message) ?? textOf(error);
    return (inner ?? text).slice(0, 2_000);
  } catch {
    return text.slice(0, 2_000);
  }
}

function isHttpError(code: number): boolean {
  return code >= 400 && code < 600;
}
