// What a server or the way to it said, as a failure with a next step. `isPassing`: the same may go well in a moment.

import { fail } from '../../protocol/codes.js';
import { Failure } from '../../protocol/failure.js';

interface Fault {
  readonly failure: Failure;
  readonly isPassing: boolean;
}

/** Classes and codes of SQLSTATE: connections, resources, an end of the server, a server that only reads, locks that met. */
const passing = /^(?:08|53|57P0[1-5]|25006|25001|40001|40P01|55P03|57014|58)/;
/** data_corrupted */
const corrupted = 'XX001';
const noTls = /does not support SSL/i;
const tlsCode = /^(?:ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO|HOSTNAME_MISMATCH)/;

export function faultOf(error: unknown, target: string): Fault {
  if (error instanceof Failure) return { failure: error, isPassing: false };
  const code = textOf(error, 'code');
  const reason = plain(error instanceof Error ? error.message : String(error));
  const where = { operation: 'store', target, cause: error };
  const lasting = (failure: Failure): Fault => ({ failure, isPassing: false });
  if (tlsCode.test(code) || noTls.test(reason))
    return lasting(fail('store_tls_refused', { ...where, reason }));
  // Nobody's line broke: what the store holds is none of what it may hold, and would be so again.
  if (error instanceof TypeError && code === '')
    return lasting(fail('store_failed', { ...where, sqlstate: corrupted, reason }));
  if (!isSqlState(code))
    return {
      failure: fail('store_unreachable', { ...where, reason: reasonOf(code, reason) }),
      isPassing: true,
    };
  if (code.startsWith('28')) return lasting(fail('store_refused', { ...where, reason }));
  if (code === '3D000') return lasting(fail('store_database_unknown', where));
  if (code === '42501') return lasting(fail('store_rights_missing', { ...where, reason }));
  if (code === '42P01' || code === '3F000') return lasting(fail('store_not_set_up', where));
  if (passing.test(code))
    return { failure: fail('store_unreachable', { ...where, reason }), isPassing: true };
  return lasting(fail('store_failed', { ...where, sqlstate: code, reason }));
}

function isSqlState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && code !== 'EPIPE';
}

/** Of a program that speaks to a person: no line of its own, no code twice. */
function plain(message: string): string {
  return message.replace(/\s+/g, ' ').replace(/\.$/, '').trim();
}

function reasonOf(code: string, message: string): string {
  const known: Readonly<Record<string, string>> = {
    ECONNREFUSED: 'nothing listens there',
    ENOTFOUND: 'the host does not exist',
    ETIMEDOUT: 'it takes too long',
    ENOENT: 'the socket does not exist',
  };
  return known[code] ?? (message === '' ? code || 'the connection broke' : message);
}

function textOf(error: unknown, member: string): string {
  if (typeof error !== 'object' || error === null) return '';
  const value: unknown = Reflect.get(error, member);
  return typeof value === 'string' ? value : '';
}
