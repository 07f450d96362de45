// Reading a fleet's log: record by record, each checked against the chain and its schema before anybody sees it.

import { closeSync } from 'node:fs';
import { type Line, readLines } from '../disk/lines.js';
import { openRegularFile } from '../disk/read.js';
import { readFailure } from '../disk/system-errors.js';
import { isCanonicalText } from '../protocol/canonical-text.js';
import { fail } from '../protocol/codes.js';
import { isSystemError } from '../protocol/failure.js';
import { isMembers } from '../protocol/members.js';
import { parsedJson } from '../protocol/parsed-json.js';
import type { PlainSchema } from '../protocol/plain-schema.js';
import { genesis } from '../protocol/records/format.js';
import { type Head, longestRecord } from '../session/chain.js';
import type { BreakReason } from '../session/line-check.js';
import { hashHolds } from '../session/line-hash.js';
import { checkOf } from '../session/shape.js';
import {
  type FleetRecord,
  type FleetRecordType,
  fleetRecordSchema,
  fleetRecordTypes,
} from './fleet-records.js';

export interface FleetReading {
  readonly records: number;
  /** The last record that holds. */
  readonly head: Head | undefined;
  /** How far the records that hold reach into the file. */
  readonly wholeBytes: number;
  /** Bytes of a last line that was not written whole. */
  readonly tornBytes: number;
  /** Why record `records` is not what the chain says. */
  readonly broken: BreakReason | undefined;
}

export function readFleet(path: string, each: (record: FleetRecord) => void): FleetReading {
  let descriptor: number;
  try {
    descriptor = openRegularFile(path);
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) throw fail('fleet_unknown', { operation: 'read', target: path });
    throw readFailure(error, path);
  }
  try {
    return readOpenFleet(descriptor, each);
  } catch (error) {
    throw readFailure(error, path);
  } finally {
    closeSync(descriptor);
  }
}

/** The same for lines that come from elsewhere, whole and in order. Each is given without its LF; what breaks the chain is told once. */
export function fleetLines(target: string, each: (record: FleetRecord) => void) {
  const shapes = fleetShapes();
  let head: Head | undefined;
  return {
    get head(): Head | undefined {
      return head;
    },
    take(text: string): void {
      const seq = head === undefined ? 0 : head.seq + 1;
      const checked = checkFleetLine(lineOf(text), head, shapes);
      if (typeof checked === 'string')
        throw fail('fleet_broken', { operation: 'read', target, seq, reason: checked });
      head = { at: checked.at, hash: checked.hash, seq: checked.seq };
      each(checked);
    },
  };
}

function lineOf(text: string): Line {
  const chunk = Buffer.from(text);
  return { offset: 0, length: chunk.length, text, fault: undefined, ended: true, start: 0, chunk };
}

/** One record by itself: its hash and its form hold. Whether a chain has it is not looked at. */
export function recordAlone(text: string, shapes: FleetShapes): FleetRecord | undefined {
  const value = parsedJson(text);
  if (!isMembers(value) || !shapes.isRecord(value)) return undefined;
  return hashHolds(lineOf(text), value.hash) ? value : undefined;
}

/** The same for a file that is already open. */
export function readOpenFleet(descriptor: number, each: (record: FleetRecord) => void): FleetReading {
  const shapes = fleetShapes();
  let head: Head | undefined;
  let records = 0;
  let wholeBytes = 0;
  for (const line of readLines(descriptor, { longestLine: longestRecord })) {
    const checked = line.ended ? checkFleetLine(line, head, shapes) : 'line_not_json';
    const end = line.offset + line.length + (line.ended ? 1 : 0);
    if (typeof checked === 'string')
      return line.ended
        ? { records, head, wholeBytes, tornBytes: 0, broken: checked }
        : { records, head, wholeBytes, tornBytes: end - wholeBytes, broken: undefined };
    each(checked);
    head = { at: checked.at, hash: checked.hash, seq: checked.seq };
    records += 1;
    wholeBytes = end;
  }
  return { records, head, wholeBytes, tornBytes: 0, broken: undefined };
}

/** A reading that others can build on. */
export function soundFleet(reading: FleetReading, path: string): Head {
  const { broken: reason, records: seq, head } = reading;
  if (reason !== undefined || head === undefined)
    throw fail('fleet_broken', { operation: 'read', target: path, seq, reason: reason ?? 'not_opened' });
  return head;
}

export interface FleetShapes {
  isRecord(value: unknown): value is FleetRecord;
}

export function fleetShapes(): FleetShapes {
  const types = new Set<unknown>(fleetRecordTypes);
  const checks = new Map<string, (value: unknown) => boolean>();
  const isType = (type: unknown): type is FleetRecordType => types.has(type);
  return {
    isRecord(value): value is FleetRecord {
      const type = isMembers(value) ? value['type'] : undefined;
      if (!isType(type)) return false;
      let check = checks.get(type);
      if (check === undefined) {
        check = checkOf(Object.assign<PlainSchema, object>({}, fleetRecordSchema(type)));
        checks.set(type, check);
      }
      return check(value);
    },
  };
}

/** The record of a line, if it is the one that follows `head`; otherwise why it is not. */
export function checkFleetLine(
  line: Line,
  head: Head | undefined,
  shapes: FleetShapes,
): FleetRecord | BreakReason {
  const { text, fault } = line;
  if (fault !== undefined) return fault === 'too_long' ? 'line_too_long' : fault;
  const value = parsedJson(text);
  if (value === undefined) return 'line_not_json';
  if (!isMembers(value)) return 'record_malformed';
  if (value['seq'] !== (head === undefined ? 0 : head.seq + 1)) return 'seq_gap';
  if (value['prev'] !== (head?.hash ?? genesis)) return 'prev_mismatch';
  const hash = value['hash'];
  if (typeof hash !== 'string' || !hashHolds(line, hash)) return 'hash_mismatch';
  if ((head === undefined) !== (value['type'] === 'fleet.opened')) return 'not_opened';
  if (!shapes.isRecord(value)) return 'record_malformed';
  return isCanonicalText(text) ? value : 'not_canonical';
}
