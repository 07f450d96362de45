// Reading a session: record by record, each one checked against the chain before anybody sees it.

import { closeSync } from 'node:fs';
import { readLines } from '../disk/lines.js';
import { openRegularFile } from '../disk/read.js';
import { readFailure } from '../disk/system-errors.js';
import { fail } from '../protocol/codes.js';
import { isSystemError } from '../protocol/failure.js';
import type { SessionRecord } from '../protocol/records.js';
import { type Head, longestRecord } from './chain.js';
import { type BreakReason, checkLine, type LineCheckOptions } from './line-check.js';
import { recordShapes } from './shape.js';

export type Ending =
  | { readonly kind: 'intact' }
  /** What a crash leaves: a last line that was not written whole. */
  | { readonly kind: 'torn'; readonly offset: number; readonly bytes: number }
  /** Record `seq` is not what the chain says; nothing from there on can be trusted. */
  | { readonly kind: 'broken'; readonly seq: number; readonly offset: number; readonly reason: BreakReason };

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
  return drain(recordsOf(path, options), each);
}

/** Runs to the end. */
export function drain(
  records: Generator<SessionRecord, Reading>,
  each: (record: SessionRecord) => void,
): Reading {
  for (let next = records.next(); ; next = records.next()) {
    if (next.done) return next.value;
    each(next.value);
  }
}

/** The records of a session file, as long as they hold. */
export function* recordsOf(path: string, options: LineCheckOptions = {}): Generator<SessionRecord, Reading> {
  const descriptor = openForReading(path);
  try {
    return yield* recordsIn(descriptor, path, options);
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
export function* recordsIn(
  descriptor: number,
  path: string,
  options: LineCheckOptions = {},
): Generator<SessionRecord, Reading> {
  const shapes = recordShapes();
  let head: Head | undefined;
  let records = 0;
  let wholeBytes = 0;
  const reading = (ending: Ending): Reading => ({ records, head, wholeBytes, ending });
  const lines = readLines(descriptor, { longestLine: longestRecord });
  for (let next = lines.next(); !next.done; next = lines.next()) {
    const { offset, length, ended } = next.value;
    const checked = ended ? checkLine(next.value, head, shapes, path, options) : 'line_not_json';
    if (typeof checked !== 'string') {
      head = { at: checked.at, hash: checked.hash, seq: checked.seq };
      records += 1;
      wholeBytes = offset + length + 1;
      yield checked;
    } else if (unwritten.has(checked) && lines.next().done) {
      return reading({ kind: 'torn', offset, bytes: length + (ended ? 1 : 0) });
    } else {
      return reading({ kind: 'broken', seq: records, offset, reason: checked });
    }
  }
  return reading({ kind: 'intact' });
}

/** What a line can look like that was not written whole. With any other fault it was, and changed later. */
const unwritten: ReadonlySet<BreakReason> = new Set(['line_not_json', 'invalid_utf8', 'line_too_long']);
