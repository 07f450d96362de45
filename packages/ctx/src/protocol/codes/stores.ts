// Stores that machines share: where they are, whether they answer, whether this program can work with what is there.

import { code } from '../failure.js';

export const storeCodes = () => ({
  store_address_invalid: code<{
    fault: 'form' | 'parameter' | 'database' | 'sslmode' | 'host';
    word?: string;
  }>('usage'),
  /** The command works on a store that machines share, and none is named. */
  store_needed: code('usage'),
  store_unreachable: code<{ reason: string }>('delivery', { retryable: true }),
  /** The user or the password is wrong, or this machine may not come in. */
  store_refused: code<{ reason: string }>('auth'),
  store_database_unknown: code('usage'),
  store_tls_refused: code<{ reason: string }>('delivery'),
  store_rights_missing: code<{ reason: string }>('auth'),
  /** The database has no tables of ctx. */
  store_not_set_up: code('usage'),
  store_too_old: code<{ version: number; needed: number }>('usage'),
  store_too_new: code<{ version: number; known: number }>('usage'),
  /** The server answered with something else; `sqlstate` is its code. */
  store_failed: code<{ sqlstate: string; reason: string }>('delivery'),
  /** A check of the doctor failed; `details` has all of them. */
  store_unsound: code<{ first: string; failed: number }>('delivery'),
  /** Another fleet of the store has a session of this name. */
  store_session_taken: code<{ fleet: string }>('usage'),
});
