// What verify answers, whatever it looked at.

import type { Noted } from './check-aside.js';
import type { CheckedRun } from './check-session.js';
import type { Finding, VerifyVerdict } from './findings.js';

export interface VerifyOptions {
  /** The hash of the last record, kept elsewhere: what alone can show that nothing was cut off or written again. */
  readonly head?: string | undefined;
  /** Of a fleet in its place: where the logs of its sessions are. */
  readonly sessionsFolder?: string | undefined;
}

/**
 * What was looked for. `chain`: nothing inside the session was changed. `consistency`: the files of a report or an export
 * belong together; what they tell may be anything. `made_from_session`: they are what the session's log gives. `form`: they
 * are written as ctx writes them, and carry no digest that could show more; that alone is never a pass.
 */
export const proofs = ['chain', 'form', 'consistency', 'made_from_session'] as const;

/** `fleet`: its log, or the folder that it was exported to. `reports`: those of all sessions, with their index. `summary`: the comment for a pull request. */
export const kinds = [
  'session',
  'report',
  'reports',
  'export',
  'traces',
  'trajectories',
  'summary',
  'fleet',
] as const;
export type Kind = (typeof kinds)[number];

export interface Verification {
  readonly path: string;
  readonly kind: Kind;
  readonly verdict: VerifyVerdict;
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
  /** Where the session was moved to, and did not come back from. */
  readonly moved_to?: string;
  readonly findings: readonly Finding[];
  /** Findings beyond the first hundred. */
  readonly findings_left_out: number;
}
