// What verify answers, whatever it looked at.

import type { CheckedRun } from './check-session.js';
import type { Finding, Verdict } from './findings.js';

export interface VerifyOptions {
  /** The hash of the last record, kept elsewhere: what alone can show that nothing was cut off or written again. */
  readonly head?: string | undefined;
}

export interface Verification {
  readonly path: string;
  readonly kind: 'session' | 'export' | 'report';
  readonly verdict: Verdict;
  readonly session_id: string;
  /** Of a session: records that hold. */
  readonly records?: number;
  /** Of a folder: how many files were looked at. */
  readonly files?: number;
  readonly bytes: number;
  readonly chain_head?: string;
  /** Whether the head was compared with one that was kept elsewhere. */
  readonly head_checked: boolean;
  readonly runs: readonly CheckedRun[];
  readonly findings: readonly Finding[];
  /** Findings beyond the first hundred. */
  readonly findings_left_out: number;
}
