// Where the loop writes: all that it knows of a session's log.

import type { RecordBodies, RecordOf, RecordType } from '../protocol/records.js';
import type { RedactedStream } from './redact-stream.js';

/** `append` returns the record as it stands in the log: redacted, linked, hashed. */
export interface Log {
  append<K extends RecordType>(type: K, body: RecordBodies[K], alreadyRedacted?: number): RecordOf<K>;
  /** What is appended in `work` stands in the log when this returns, by one write. */
  together<T>(work: () => T): T;
  /** For text that is truncated before it is appended: redaction comes first. */
  redact(text: string): { readonly text: string; readonly count: number };
  /** For text that is shown while it comes, before there is a record of it. */
  redactStream(): RedactedStream;
  /** What was appended so far survives a power cut. */
  sync(): void;
  /** What was appended so far counts: nobody can take the session over without it. Before any effect, and before anybody hears of it. */
  settled(): Promise<void>;
}
