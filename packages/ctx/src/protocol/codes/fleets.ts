// Fleets: which one is meant, whether it can begin or go on, and how it ended.

import type { HeldLock } from '../code-facts.js';
import { code } from '../failure.js';

interface EndedFleet {
  readonly failed: number;
  readonly cancelled: number;
  readonly sessions: number;
}

export const fleetCodes = () => ({
  fleet_unknown: code<{ folder?: string; nearest?: string }>('session_not_found'),
  fleet_none: code<{ folder: string }>('session_not_found'),
  fleet_id_invalid: code('parse'),
  fleet_exists: code('session'),
  fleet_broken: code<{ seq: number; reason: string }>('session'),
  fleet_running: code<HeldLock>('session', { retryable: true }),
  fleet_empty: code('usage'),
  /** The fleet has a budget, and this session has none that could be reserved from it. */
  fleet_budget_open: code<{ limit: 'max_usd' | 'max_tokens' }>('usage'),
  fleet_session_repeated: code('usage'),
  /** `not_before` names no time. */
  fleet_time_invalid: code('parse'),
  /** A log that this machine did not write brings settings of its own. */
  fleet_foreign: code<{ ownership: 'unknown' | 'cut_off' }>('session'),
  fleet_session_unknown: code<{ fleet: string }>('usage'),
  fleet_finished: code('usage'),
  fleet_nothing_to_retry: code('usage'),
  /** Not all of its sessions completed; `details` has all that it did. */
  fleet_failed: code<EndedFleet>('runtime'),
  fleet_cancelled: code<EndedFleet>('runtime'),
  fleet_stopped: code<EndedFleet>('runtime'),
  fleet_interrupted: code<EndedFleet & { store?: string }>('runtime', { exitCode: 130, retryable: true }),
  fleet_tampered: code('session'),
  /** Nobody can go on with a session whose worker is gone; `reason` is a word, and what it is about. */
  worker_lost: code<{ reason: string | undefined }>('session'),
  /** Another worker took the session over, or may have: whoever had it writes nothing more. */
  lease_lost: code('session', { retryable: true }),
});
