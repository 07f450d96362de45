// Records of a fleet sealed into its chain, one behind the other, wherever they are kept.

import { genesis } from '../protocol/records/format.js';
import { type Head, seal } from '../session/chain.js';
import type { Redactor } from '../session/redact.js';
import type { FleetBodies, FleetRecord, FleetRecordType } from './fleet-records.js';
import type { FleetShapes } from './read-fleet.js';

/** A record that is to be written. */
export type FleetEntry = {
  [K in FleetRecordType]: { readonly type: K; readonly body: FleetBodies[K] };
}[FleetRecordType];

export interface Sealing {
  readonly redactor: Redactor;
  readonly shapes: FleetShapes;
  /** Milliseconds since 1970, given those of the record before. */
  readonly now: (last: number | undefined) => number;
}

/** Each line ends in LF. */
export interface SealedFleetRecord {
  readonly record: FleetRecord;
  readonly line: string;
}

export function sealRecords(
  entries: readonly FleetEntry[],
  before: Head | undefined,
  sealing: Sealing,
): readonly SealedFleetRecord[] {
  let head = before;
  return entries.map((entry) => {
    const sealed = sealedEntry(entry, head, sealing);
    const { at, hash, seq } = sealed.record;
    head = { at, hash, seq };
    return sealed;
  });
}

function sealedEntry(
  { type, body }: FleetEntry,
  head: Head | undefined,
  { redactor, shapes, now }: Sealing,
): SealedFleetRecord {
  const clean = redactor.object(body);
  const last = head === undefined ? undefined : Date.parse(head.at);
  const linked = {
    ...clean.value,
    at: new Date(now(last)).toISOString(),
    prev: head?.hash ?? genesis,
    seq: head === undefined ? 0 : head.seq + 1,
    type,
    ...(clean.count > 0 && { redacted: clean.count }),
  };
  const { hash, line } = seal(linked);
  const record: unknown = { ...linked, hash };
  // What a reader would refuse must not get in.
  if (!shapes.isRecord(record)) throw new TypeError(`this is not the body of a ${type}: ${line}`);
  return { record, line };
}
