// A session's records as the inputs of a replay: what comes next is what the loop gets, and what its steps are held against.

import { fail } from '../../protocol/codes.js';
import {
  isAside,
  isOfSubagent,
  type RecordOf,
  type RecordType,
  type SessionRecord,
} from '../../protocol/records.js';

export class Recording {
  readonly records: readonly SessionRecord[];
  #place = 0;

  constructor(records: readonly SessionRecord[]) {
    this.records = records;
  }

  /** How many records were taken. */
  get place(): number {
    return this.#place;
  }

  /** The record that comes next, or the one so many after it. */
  peek(ahead = 0): SessionRecord | undefined {
    return this.records[this.#place + ahead];
  }

  /** The next record that the loop has to do with. */
  peekInside(): SessionRecord | undefined {
    let ahead = 0;
    for (let next = this.peek(); next !== undefined && isOutside(next); next = this.peek(ahead)) ahead += 1;
    return this.peek(ahead);
  }

  take(): SessionRecord {
    const record = this.peek();
    if (record === undefined) throw new EndOfRecording();
    this.#place += 1;
    return record;
  }

  /** The next record, if it is of that type. */
  peekOf<K extends RecordType>(type: K, ahead = 0): RecordOf<K> | undefined {
    const record = this.peek(ahead);
    return record !== undefined && isOf(record, type) ? record : undefined;
  }
}

export function isOf<K extends RecordType>(
  record: SessionRecord,
  type: K,
): record is Extract<SessionRecord, { type: K }> & RecordOf<K> {
  return record.type === type;
}

/** It came from outside, and nothing that the loop does follows from it. */
export function isOutside(record: SessionRecord): boolean {
  const { type } = record;
  return isAside(record) || isOfSubagent(record) || type.startsWith('sandbox.');
}

/** The process that wrote the log did not get further than this. Not a failure: the next process went on from here. */
export class EndOfRecording extends Error {
  override readonly name = 'EndOfRecording';
}

/** What a log claims that no loop can have done; verify says it better. */
export function unreplayable(target: string, reason: string) {
  return fail('records_incoherent', { operation: 'replay', target, reason });
}
