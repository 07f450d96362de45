// A verdict over a session file, from nothing but the file: one reading, one line in memory at a time.

import { sessionCheck } from './check-session.js';
import { newFindings } from './findings.js';
import { readRecords } from './read-records.js';
import type { Verification, VerifyOptions } from './verification.js';

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
    kind: 'session',
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
