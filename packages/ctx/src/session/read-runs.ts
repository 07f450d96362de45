// A log read once for an export that is made while it is read: which runs it has, and where it ends.

import { fail } from '../protocol/codes.js';
import type { SessionRecord } from '../protocol/records.js';
import type { Head } from './chain.js';
import { readSession, soundReading } from './reader.js';

export interface ReadRuns {
  readonly session_id: string;
  readonly head: Head;
  /** Those that are told. */
  readonly runs: readonly string[];
}

export function readRuns(
  path: string,
  only: string | undefined,
  take: (record: SessionRecord) => void,
): ReadRuns {
  const runs: string[] = [];
  let session_id = '';
  const reading = readSession(path, (record) => {
    if (record.type === 'session.opened') session_id = record.session_id;
    if (record.type === 'run.opened') runs.push(record.run_id);
    take(record);
  });
  const { head } = soundReading(reading, path, 'read');
  if (only === undefined) return { session_id, head, runs };
  if (runs.includes(only)) return { session_id, head, runs: [only] };
  throw fail('run_unknown', { operation: 'read', target: only, session: session_id, known: runs });
}
