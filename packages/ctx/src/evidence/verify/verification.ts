// What verify answers, whatever it looked at.

import type { Noted } from './check-aside.js';
import type { CheckedRun } from './check-session.js';
import type { Finding, Verdict } from './findings.js';

export interface VerifyOptions {
  /** The hash of the last record, kept elsewhere: what alone can show that nothing was cut off or written again. */
  readonly head?: string | undefined;
}

/**
 * What a pass shows. `chain`: nothing inside the session was changed. `consistency`: the files of a report or an export
 * belong together; what they tell may be anything. `made_from_session`: they are what the session's log gives.
 */
export const proofs = ['chain', 'consistency', 'made_from_session'] as const;

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
  readonly proves: (typeof proofs)[number];
  readonly checked: readonly string[];
  readonly not_checked: readonly string[];
  /** Whether the head was compared with one that was kept elsewhere. */
  readonly head_checked: boolean;
  readonly runs: readonly CheckedRun[];
  /** Findings that the session itself holds, the first hundred. */
  readonly noted?: readonly Noted[];
  readonly findings: readonly Finding[];
  /** Findings beyond the first hundred. */
  readonly findings_left_out: number;
}
