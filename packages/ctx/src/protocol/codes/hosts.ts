// Hosts, their settings and other agents.

import { code } from '../failure.js';

export const hostCodes = () => ({
  /** A run that ctx drove another agent through. */
  agent_unknown: code<{ known: readonly string[]; nearest?: string | undefined }>('usage'),
  agent_missing: code<{ program: string; install?: string | undefined }>('runtime'),
  agent_too_old: code<{ version: string; oldest: string; install: string }>('runtime'),
  agent_not_strict: code<{ unasked: readonly string[] }>('policy'),
  /** A budget that nothing the agent says could be held against. */
  agent_unmeasured: code<{ limit: string }>('usage'),
  hooks_unsound: code<{ trouble: 'none' | 'untrusted' | 'hooks' | 'rules' }>('usage'),
  host_unknown: code<{ known: readonly string[]; nearest?: string | undefined }>('usage'),
  host_missing: code<{ known: readonly string[] }>('usage'),
  host_scope_missing: code<{ host: string; scope: string }>('usage'),
  host_program_missing: code<{ known: readonly string[]; named: boolean }>('runtime'),
  hook_program_missing: code('runtime'),
  host_not_driven: code<{ known: readonly string[] }>('usage'),
  live_check_failed: code<{ broken: readonly string[]; first: string }>('runtime'),
});
