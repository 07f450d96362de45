// A verdict over a session file, from nothing but the file: one reading, one line in memory at a time.

import { type CheckedRun, sessionCheck } from './check-session.js';
import { type Finding, newFindings, type Verdict } from './findings.js';
import { readRecords } from './read-records.js';

export interface VerifyOptions {
  /** The hash of the last record, kept elsewhere: what alone can show that nothing was cut off or written again. */
  readonly head?: string | undefined;
}

export interface Verification {
  readonly path: string;
  readonly verdict: Verdict;
  readonly session_id: string;
  /** Records that hold. */
  readonly records: number;
  readonly bytes: number;
  readonly chain_head?: string;
  /** Whether the head was compared with one that was kept elsewhere. */
  readonly head_checked: boolean;
  readonly runs: readonly CheckedRun[];
  readonly findings: readonly Finding[];
  /** Findings beyond the first hundred. */
  readonly findings_left_out: number;
}

export function verifySession(path: string, options: VerifyOptions = {}): Verification {
  const findings = newFindings();
  const check = sessionCheck(findings);
  let headSeq: number | undefined;
  const { records, bytes, head, broken } = readRecords(path, findings, (record) => {
    check.take(record);
    if (record.hash === options.head) headSeq = record.seq;
  });
  // What is owed behind a record that does not hold, nobody can say.
  if (!broken && records > 0) check.finish(records);
  if (options.head !== undefined && head?.hash !== options.head) {
    findings.add('head_mismatch', records, notTheHead(headSeq, records));
  }
  return {
    path,
    verdict: findings.verdict,
    session_id: check.session_id,
    records,
    bytes,
    ...(head !== undefined && { chain_head: head.hash }),
    head_checked: options.head !== undefined,
    runs: check.runs,
    findings: findings.list,
    findings_left_out: findings.leftOut,
  };
}

function notTheHead(seq: number | undefined, records: number): string {
  if (seq === undefined)
    return 'no record has the head that was given: records were cut off or written again';
  return `the head that was given is record ${seq}, and ${records - 1 - seq} more follow it`;
}
