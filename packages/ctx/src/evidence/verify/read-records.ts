// The records of a file that nobody trusts yet: each one that holds is handed on, and the first that does not is a finding.

import { closeSync } from 'node:fs';
import { type Line, readLineBatches } from '../../disk/lines.js';
import { openRegularFile } from '../../disk/read.js';
import { readFailure } from '../../disk/system-errors.js';
import { fail } from '../../protocol/codes.js';
import { Failure, isSystemError } from '../../protocol/failure.js';
import type { SessionRecord } from '../../protocol/records.js';
import { type Head, longestRecord } from '../../session/chain.js';
import { type BreakReason, checkLine, type LineChecks, lineChecks } from '../../session/line-check.js';
import { isCanonicalText } from './canonical-text.js';
import type { Findings } from './findings.js';

export interface ReadSoFar {
  readonly records: number;
  readonly bytes: number;
  readonly head: Head | undefined;
  /** Whether a record did not hold, so that nobody looked further. */
  readonly broken: boolean;
}

/** Reads on until the chain breaks: what follows a broken record shows nothing. Holds one line in memory at a time. */
export function readRecords(
  path: string,
  findings: Findings,
  each: (record: SessionRecord) => void,
): ReadSoFar {
  const descriptor = openToVerify(path);
  const checks = lineChecks(path);
  let head: Head | undefined;
  let records = 0;
  let bytes = 0;
  let broken = false;
  try {
    reading: for (const lines of readLineBatches(descriptor, { longestLine: longestRecord })) {
      for (const line of lines) {
        bytes = line.offset + line.length + (line.ended ? 1 : 0);
        if (!line.ended) {
          findings.add(
            'torn_tail',
            records,
            `the last line was not written whole (${line.length} bytes of it)`,
          );
          break reading;
        }
        const record = recordOf(line, head, checks, findings, each);
        if (record === undefined) {
          broken = true;
          break reading;
        }
        records += 1;
        head = { at: record.at, hash: record.hash, seq: record.seq };
      }
    }
  } catch (error) {
    throw readFailure(error, path);
  } finally {
    closeSync(descriptor);
  }
  if (bytes === 0) findings.add('session_empty', 0, 'the file is empty');
  return { records, bytes, head, broken };
}

function openToVerify(path: string): number {
  try {
    return openRegularFile(path);
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) throw fail('session_unknown', { operation: 'verify', target: path });
    throw readFailure(error, path);
  }
}

function recordOf(
  line: Line,
  head: Head | undefined,
  checks: LineChecks,
  findings: Findings,
  each: (record: SessionRecord) => void,
): SessionRecord | undefined {
  const seq = head === undefined ? 0 : head.seq + 1;
  try {
    const checked = checkLine(line, head, checks);
    if (typeof checked !== 'string' && isCanonicalText(line.text)) {
      each(checked);
      return checked;
    }
    const code = typeof checked === 'string' ? checked : 'not_canonical';
    findings.add(code, seq, whatBroke[code]);
  } catch (error) {
    if (error instanceof RangeError)
      findings.add('nested_too_deep', seq, 'it is nested deeper than can be read');
    else if (error instanceof Failure && error.code === 'session_newer_format')
      findings.add(
        'format_newer',
        seq,
        'a later version of ctx wrote it, in a format that this one does not know',
      );
    else throw error;
  }
  return undefined;
}

const whatBroke: Readonly<Record<BreakReason, string>> = {
  line_too_long: 'the line is longer than any record',
  invalid_utf8: 'the line is not valid UTF-8',
  line_not_json: 'the line is not JSON',
  record_malformed: 'it does not fit the schema of its type',
  not_opened: 'the first record does not open a session',
  seq_gap: 'its sequence number is not the next one',
  prev_mismatch: 'it does not follow the record before it',
  hash_mismatch: 'its content does not have the hash that it claims',
  type_unknown: 'there is no such type of record',
  not_canonical: 'it is not written in canonical form',
};
