// A verdict over a session file, from nothing but the file: one reading, one line in memory at a time.

import { statSync } from 'node:fs';
import { Failure } from '../../protocol/failure.js';
import type { Origin, SessionRecord } from '../../protocol/records.js';
import type { BreakReason } from '../../session/line-check.js';
import { type Reading, readSession } from '../../session/reader.js';
import { sessionCheck } from './check-session.js';
import { type Findings, newFindings } from './findings.js';
import type { Verification, VerifyOptions } from './verification.js';

/** Who else looks at each record that holds. */
export type Watch = (record: SessionRecord) => void;

export function verifySession(path: string, options: VerifyOptions = {}, watch?: Watch): Verification {
  const findings = newFindings();
  const check = sessionCheck(findings);
  let headSeq: number | undefined;
  const { records, bytes, head, broken } = readForVerdict(path, findings, (record) => {
    check.take(record);
    if (record.hash === options.head) headSeq = record.seq;
    watch?.(record);
  });
  // What is owed behind a record that does not hold, nobody can say.
  if (!broken && records > 0) check.finish(records);
  // Of what a later version wrote, nothing else can be said.
  const isNewer = findings.list.some(({ code }) => code === 'format_newer');
  if (options.head !== undefined && !isNewer && head?.hash !== options.head) {
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
    proves: 'chain',
    checked: ['every record and the chain', 'the order of runs, turns and calls', 'results and totals'],
    not_checked: [
      ...(check.origin === undefined ? [] : [unprotected(check.origin, check.began_at)]),
      ...(options.head === undefined
        ? ['that no record was cut off and that the file was not rewritten']
        : []),
    ],
    ...(check.noted.length > 0 && { noted: check.noted }),
    ...(check.moved_to !== undefined && { moved_to: check.moved_to }),
    head_checked: options.head !== undefined && !isNewer,
    runs: check.runs,
    findings: findings.list,
    findings_left_out: findings.leftOut,
  };
}

/** What somebody else wrote is sealed only from the moment that ctx read it. */
function unprotected({ kind, agent }: Origin, began_at: string): string {
  return kind === 'imported'
    ? `what ${agent.name} did before the import (imported, unprotected before ${began_at}): the chain begins there`
    : `what ${agent.name} did between its hooks: the chain covers only what they reported`;
}

interface ReadForVerdict extends Pick<Reading, 'records' | 'head'> {
  readonly bytes: number;
  /** Whether a record did not hold, so that nobody looked further. */
  readonly broken: boolean;
}

/** How the file ends, as findings. A last line that does not hold is damage here, unless it was not written whole. */
function readForVerdict(
  path: string,
  findings: Findings,
  each: (record: SessionRecord) => void,
): ReadForVerdict {
  try {
    const { records, head, wholeBytes, ending } = readSession(path, each, { canonical: true });
    if (ending.kind === 'intact') {
      if (records === 0) findings.add('session_empty', 0, 'the file is empty');
      return { records, head, bytes: wholeBytes, broken: false };
    }
    const { reason } = ending;
    if (reason !== undefined) findings.add(reason, records, whatBroke[reason]);
    else findings.add('torn_tail', records, `the last line is incomplete (${ending.bytes} bytes)`);
    return { records, head, bytes: ending.offset + ending.bytes, broken: reason !== undefined };
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'session_newer_format')) throw error;
    const later = 'a later version of ctx wrote it, in a format that this version does not know';
    findings.add('format_newer', 0, later);
    return { records: 0, head: undefined, bytes: statSync(path).size, broken: true };
  }
}

const whatBroke: Readonly<Record<BreakReason, string>> = {
  line_too_long: 'the line is longer than any record',
  invalid_utf8: 'the line is not valid UTF-8',
  line_not_json: 'the line is not JSON',
  nested_too_deep: 'it is nested too deeply to be read',
  record_malformed: 'it does not fit the schema of its type',
  not_opened: 'the first record does not open a session',
  seq_gap: 'its sequence number does not follow the one before it',
  prev_mismatch: 'it does not follow the record before it',
  hash_mismatch: 'its content does not match its hash',
  type_unknown: 'its type is unknown',
  not_canonical: 'it is not written in canonical form',
};

function notTheHead(seq: number | undefined, records: number): string {
  if (seq === undefined) return 'no record has the given head: records were cut off or rewritten';
  return `the given head is record ${seq}, and ${records - 1 - seq} more follow it`;
}
