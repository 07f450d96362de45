// Sessions: which one is meant, and whether it can be read or go on.

import type { HeldLock } from '../code-facts.js';
import { code } from '../failure.js';

export const sessionCodes = () => ({
  session_unfinished: code<{ run_id: string; isOwn: boolean }>('session'),
  session_foreign: code<{ ownership: 'unknown' | 'cut_off' }>('session'),
  session_finished: code('usage'),
  /** `peer` is where it went. */
  session_moved: code<{ peer: string }>('session'),
  /** The program behind `ctx acp --`. */
  agent_unstartable: code<{ reason: string }>('runtime'),
  agent_not_reading: code('runtime'),
  /** Where sessions of other agents are kept. */
  state_folder_missing: code('filesystem'),
  /** A run that another agent conducted. */
  agent_foreign: code<{ agent: string }>('usage'),
  records_incoherent: code<{ reason: string }>('session'),
  session_id_invalid: code('parse'),
  session_unknown: code<{
    folder?: string;
    /** The other folders that were looked into. */
    others?: readonly string[];
    nearest?: string;
  }>('session_not_found'),
  session_ambiguous: code<{ matches: readonly string[] }>('usage'),
  session_none: code<{ folder: string }>('session_not_found'),
  session_exists: code('session'),
  session_locked: code<HeldLock>('session', {
    retryable: true,
  }),
  tools_running: code<{ pids: readonly number[] }>('session', { retryable: true }),
  /** `isOther` where the file never was a session. */
  session_broken: code<{ seq: number; reason: string; isOther?: boolean }>('session'),
  session_empty: code<{ isOther?: boolean }>('session'),
  session_not_one: code('session'),
  session_newer_format: code<{ format: number; known: number }>('session'),
  record_too_large: code<{ bytes: number }>('session'),
  transcript_too_large: code<{ megabytes: number }>('session'),
});
