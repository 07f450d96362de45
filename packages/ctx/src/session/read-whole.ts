// A whole session at once, for those who show it. A broken one is refused; a torn last line is said.

import type { SessionRecord } from '../protocol/records.js';
import type { Head } from './chain.js';
import type { LineCheckOptions } from './line-check.js';
import { readSession, soundReading } from './reader.js';

export interface WholeSession {
  readonly records: readonly SessionRecord[];
  readonly head: Head;
  readonly torn: boolean;
}

export function readWhole(path: string, options: LineCheckOptions = {}): WholeSession {
  const records: SessionRecord[] = [];
  const reading = readSession(path, (record) => records.push(record), options);
  const { head, torn } = soundReading(reading, path, 'read');
  return { records, head, torn: torn !== undefined };
}
