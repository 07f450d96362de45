// A whole session at once, for those who show it. A broken one is refused; a torn last line is said.

import { fail } from '../protocol/codes.js';
import type { SessionRecord } from '../protocol/records.js';
import type { Head } from './chain.js';
import type { LineCheckOptions } from './line-check.js';
import { readSession } from './reader.js';

export interface WholeSession {
  readonly records: readonly SessionRecord[];
  readonly head: Head;
  readonly torn: boolean;
}

export function readWhole(path: string, options: LineCheckOptions = {}): WholeSession {
  const records: SessionRecord[] = [];
  const { head, ending } = readSession(path, (record) => records.push(record), options);
  if (ending.kind === 'broken') {
    throw fail('session_broken', { operation: 'read', target: path, seq: ending.seq, reason: ending.reason });
  }
  if (head === undefined) throw fail('session_empty', { operation: 'read', target: path });
  return { records, head, torn: ending.kind === 'torn' };
}
