// The error codes that only ctxctl has. words.ts must say each of them.

import { code, failuresOf } from '../../ctx/src/protocol/failure.js';

export const codes = {
  repository_not_found: code('usage'),
  demand_surface_unknown: code<{ nearest?: string | undefined; surfaces: readonly string[] }>('usage'),
  demand_field_empty: code('usage'),
  demand_date_invalid: code<{ value: string }>('usage'),
  demand_source_repeated: code<{ surface: string }>('usage'),
  demand_log_malformed: code<{ line: number; problem: string }>('parse'),
  demand_log_busy: code<{ pid: number }>('filesystem', { retryable: true }),
} as const;

export const fail = failuresOf(codes);
