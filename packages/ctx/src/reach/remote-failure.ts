// A failure of another ctx as one of ours: the same code, kind and exit code, in its words. What it cannot have, it is not given.

import { membersOf, textOf } from '../acp/fields.js';
import { PeerGone, RpcError } from '../acp/rpc-error.js';
import { codes, fail } from '../protocol/codes.js';
import { type Code, type CodeTable, errorKinds, Failure } from '../protocol/failure.js';
import { withoutHostTags } from '../protocol/foreign-text.js';
import { isMembers } from '../protocol/members.js';

const exitCodes = [1, 2, 130, 143];
const longestWords = 2000;
const longestDetails = 1 << 20;

/** `target` is how the other side is called; `session` the one that is open there. */
export function remoteFailure(error: unknown, target: string, session?: string): unknown {
  if (error instanceof PeerGone) return fail('remote_lost', { operation: 'talk', target, session });
  if (!(error instanceof RpcError)) return error;
  const {
    code,
    kind,
    retryable,
    operation,
    exit_code,
    message,
    hint,
    details,
    target: about,
  } = membersOf(error.data);
  const said = cleaned(textOf(message) ?? error.message);
  const saidHint = textOf(hint) === undefined ? undefined : cleaned(`On ${target}: ${textOf(hint)}`);
  const known = rowOf(code);
  if (known === undefined)
    return fail('remote_failed', {
      operation: 'talk',
      target,
      said,
      ...(saidHint !== undefined && { said_hint: saidHint }),
    });
  const saidKind = errorKinds.find((one) => one === kind);
  const exitCode = exitCodes.find((one) => one === exit_code);
  const where = {
    operation: cleaned(textOf(operation) ?? 'talk').slice(0, 80),
    target: cleaned(textOf(about) ?? target),
    ...(saidKind !== undefined && { kind: saidKind }),
    ...(exitCode !== undefined && { exitCode }),
    ...(typeof retryable === 'boolean' && { retryable }),
    ...(isMembers(details) && JSON.stringify(details).length <= longestDetails && { details }),
  };
  return new Failure(known.code, known.row, where, { message: said, hint: saidHint });
}

function rowOf(code: unknown): { readonly code: string; readonly row: Code } | undefined {
  const table: CodeTable = codes();
  if (typeof code !== 'string' || !Object.hasOwn(table, code)) return undefined;
  const row = table[code];
  return row === undefined ? undefined : { code, row };
}

function cleaned(text: string): string {
  return withoutHostTags(text).slice(0, longestWords);
}
