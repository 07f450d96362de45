// Whether one line of a session is the record that the chain expects next, and why not.

import type { Line } from '../disk/lines.js';
import { isCanonicalText } from '../protocol/canonical-text.js';
import { fail } from '../protocol/codes.js';
import { isMembers } from '../protocol/members.js';
import { parsedJson } from '../protocol/parsed-json.js';
import { formatVersion, genesis, type SessionRecord } from '../protocol/records.js';
import type { Head } from './chain.js';
import { hashHolds } from './line-hash.js';
import { type RecordShapes, recordShapes } from './shape.js';

export type BreakReason =
  | 'line_too_long'
  | 'invalid_utf8'
  | 'line_not_json'
  | 'nested_too_deep'
  | 'record_malformed'
  | 'not_opened'
  | 'seq_gap'
  | 'prev_mismatch'
  | 'hash_mismatch'
  | 'type_unknown'
  | 'not_canonical';

export interface LineCheckOptions {
  /** Also look whether its bytes are the canonical ones: only a file that somebody else wrote can have others. */
  readonly canonical?: boolean;
}

/** What is needed to check the lines of one session. */
export interface LineChecks {
  readonly path: string;
  readonly shapes: RecordShapes;
  readonly canonical: boolean;
}

export function lineChecks(path: string, options: LineCheckOptions = {}): LineChecks {
  return { path, shapes: recordShapes(), canonical: options.canonical ?? false };
}

/** The record of a line, if it is the one that follows `head`; otherwise why it is not. */
export function checkLine(
  line: Line,
  head: Head | undefined,
  checks: LineChecks,
): SessionRecord | BreakReason {
  const { shapes } = checks;
  const { text, fault } = line;
  if (fault !== undefined) return fault === 'too_long' ? 'line_too_long' : fault;
  const value = parsedJson(text);
  if (value === undefined) return 'line_not_json';
  if (!isMembers(value)) return 'record_malformed';
  if (head === undefined) refuseNewerFormat(value, checks.path);
  if (value['seq'] !== (head === undefined ? 0 : head.seq + 1)) return 'seq_gap';
  if (value['prev'] !== (head?.hash ?? genesis)) return 'prev_mismatch';
  const hash = value['hash'];
  const type = value['type'];
  if (typeof hash !== 'string') return 'hash_mismatch';
  if (!hashHolds(line, hash)) return 'hash_mismatch';
  if (!shapes.isType(type)) return 'type_unknown';
  if (head === undefined && type !== 'session.opened') return 'not_opened';
  if (!shapes.isRecord(type, value)) return 'record_malformed';
  if (checks.canonical && !isCanonicalText(text)) return 'not_canonical';
  return value;
}

/** Before any other check: what a later version writes may differ in all that is checked. */
export function refuseNewerFormat(first: Readonly<Record<string, unknown>>, path: string): void {
  const format = first['format'];
  if (typeof format !== 'number' || format <= formatVersion) return;
  throw fail('session_newer_format', { operation: 'read', target: path, format, known: formatVersion });
}
