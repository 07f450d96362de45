// Reading a session: record by record, each one checked against the chain before anybody sees it.

import { closeSync } from 'node:fs';
import { type Line, readLineBatches } from '../disk/lines.js';
import { openRegularFile } from '../disk/read.js';
import { readFailure } from '../disk/system-errors.js';
import { fail } from '../protocol/codes.js';
import { isSystemError } from '../protocol/failure.js';
import type { SessionRecord } from '../protocol/records.js';
import { type Head, longestRecord } from './chain.js';
import {
  type BreakReason,
  checkLine,
  type LineCheckOptions,
  type LineChecks,
  lineChecks,
} from './line-check.js';
import { looksLikeSession } from './looks-like-session.js';

export type Ending =
  | { readonly kind: 'intact' }
  /** What a crash leaves: a last line that was not written whole. */
  | {
      readonly kind: 'torn';
      readonly offset: number;
      readonly bytes: number;
      /** Why a line that ends in LF is taken for torn; without LF there is no reason to ask for. */
      readonly reason?: BreakReason;
    }
  /** Record `seq` is not what the chain says; nothing from there on can be trusted. */
  | {
      readonly kind: 'broken';
      readonly seq: number;
      readonly offset: number;
      readonly bytes: number;
      readonly reason: BreakReason;
    };

export type Torn = Extract<Ending, { kind: 'torn' }>;

/** What a reader knows at the end. */
export interface Reading {
  readonly records: number;
  /** The last record that holds. */
  readonly head: Head | undefined;
  /** How far the records that hold reach into the file. */
  readonly wholeBytes: number;
  readonly ending: Ending;
}

/** Gives each record that holds to `each`, and says how the file ends. */
export function readSession(
  path: string,
  each: (record: SessionRecord) => void = () => {},
  options: LineCheckOptions = {},
): Reading {
  const descriptor = openForReading(path);
  try {
    return readOpenSession(descriptor, path, each, options);
  } catch (error) {
    throw readFailure(error, path);
  } finally {
    closeSync(descriptor);
  }
}

function openForReading(path: string): number {
  try {
    return openRegularFile(path);
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) throw fail('session_unknown', { operation: 'read', target: path });
    throw readFailure(error, path);
  }
}

/** The same for a file that is already open. */
export function readOpenSession(
  descriptor: number,
  path: string,
  each: (record: SessionRecord) => void,
  options: LineCheckOptions = {},
): Reading {
  const checks = lineChecks(path, options);
  let head: Head | undefined;
  let records = 0;
  let wholeBytes = 0;
  /** A line that may just not have been written whole: it is torn if none follows. */
  let doubtful: (Line & { readonly reason: BreakReason }) | undefined;
  const reading = (ending: Ending): Reading => ({ records, head, wholeBytes, ending });
  const broken = ({ offset, length }: Line, reason: BreakReason) =>
    reading({ kind: 'broken', seq: records, offset, bytes: length + 1, reason });
  for (const lines of readLineBatches(descriptor, { longestLine: longestRecord })) {
    for (const line of lines) {
      if (doubtful !== undefined) return broken(doubtful, doubtful.reason);
      const checked = line.ended ? takeLine(line, head, checks, each) : 'line_not_json';
      if (typeof checked !== 'string') {
        head = { at: checked.at, hash: checked.hash, seq: checked.seq };
        records += 1;
        wholeBytes = line.offset + line.length + 1;
      } else if (unwritten.has(checked)) {
        doubtful = { ...line, reason: checked };
      } else {
        return broken(line, checked);
      }
    }
  }
  if (doubtful === undefined) return reading({ kind: 'intact' });
  const { offset, length, ended, reason } = doubtful;
  return reading(
    ended ? { kind: 'torn', offset, bytes: length + 1, reason } : { kind: 'torn', offset, bytes: length },
  );
}

/** A record that is nested deeper than the stack of whoever takes it breaks the session there, like any other that cannot be read. */
function takeLine(
  line: Line,
  head: Head | undefined,
  checks: LineChecks,
  each: (record: SessionRecord) => void,
): SessionRecord | BreakReason {
  try {
    const checked = checkLine(line, head, checks);
    if (typeof checked !== 'string') each(checked);
    return checked;
  } catch (error) {
    if (error instanceof RangeError && error.message.includes('call stack')) return 'nested_too_deep';
    throw error;
  }
}

/** A reading that others can build on; a broken or empty session is refused. */
export function soundReading(
  { head, ending }: Reading,
  path: string,
  operation: 'open' | 'read',
): { readonly head: Head; readonly torn: Torn | undefined } {
  const isOther = head === undefined && !looksLikeSession(path);
  if (ending.kind === 'broken') {
    const { seq, reason } = ending;
    throw fail('session_broken', { operation, target: path, seq, reason, isOther });
  }
  if (head === undefined) throw fail('session_empty', { operation, target: path, isOther });
  return { head, torn: ending.kind === 'torn' ? ending : undefined };
}

/** What a line can look like that was not written whole. With any other fault it was, and changed later. */
const unwritten: ReadonlySet<BreakReason> = new Set(['line_not_json', 'invalid_utf8', 'line_too_long']);
