import { describe, expect, it } from 'vitest';
import { fail } from '../../protocol/codes.js';
import { faultOf } from './server-faults.js';

const fault = (code: string, message = 'it said so') =>
  faultOf(Object.assign(new Error(message), { code }), 'postgres://db/x');

describe('what a server or the way to it said', () => {
  it.each([
    ['ECONNREFUSED', 'store_unreachable', true],
    ['ENOTFOUND', 'store_unreachable', true],
    ['', 'store_unreachable', true],
    ['57P01', 'store_unreachable', true],
    ['08006', 'store_unreachable', true],
    ['53100', 'store_unreachable', true],
    ['25006', 'store_unreachable', true],
    ['40P01', 'store_unreachable', true],
    ['57014', 'store_unreachable', true],
    ['28P01', 'store_refused', false],
    ['3D000', 'store_database_unknown', false],
    ['42501', 'store_rights_missing', false],
    ['42P01', 'store_not_set_up', false],
    ['3F000', 'store_not_set_up', false],
    ['23514', 'store_failed', false],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'store_tls_refused', false],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'store_tls_refused', false],
  ])('%s is %s; may the same go well in a moment: %s', (code, expected, isPassing) => {
    const { failure, isPassing: passes } = fault(code);
    expect([failure.code, passes]).toEqual([expected, isPassing]);
    expect(failure.where.target).toBe('postgres://db/x');
  });

  it('is one line without an end of its own, and says no code where there are words', () => {
    expect(fault('53300', 'too many\n clients already.').failure.where).toMatchObject({
      reason: 'too many clients already',
    });
    expect(fault('ECONNREFUSED').failure.where).toMatchObject({ reason: 'nothing listens there' });
    expect(faultOf('broken', 'x').failure.where).toMatchObject({ reason: 'broken' });
    expect(faultOf(new Error(''), 'x').failure.where).toMatchObject({ reason: 'the connection broke' });
  });

  it('is a failure that lasts where a row holds what no row may hold', () => {
    const { failure, isPassing } = faultOf(new TypeError('these are no limits of a fleet'), 'x');
    expect([failure.code, isPassing]).toEqual(['store_failed', false]);
    expect(failure.where).toMatchObject({ reason: 'these are no limits of a fleet' });
  });

  it('is a refusal where the server has no TLS, and a failure of our own stays what it is', () => {
    expect(fault('', 'The server does not support SSL connections').failure.code).toBe('store_tls_refused');
    const own = fail('lease_lost', { operation: 'fleet', target: 's' });
    expect(faultOf(own, 'x')).toEqual({ failure: own, isPassing: false });
  });
});
