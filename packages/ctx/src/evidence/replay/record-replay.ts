// A replay kept as a session of its own: the same records, said to be recorded, with the head of the session they came from.

import type { CaptureManifest, SessionRecord } from '../../protocol/records.js';
import type { Head } from '../../session/chain.js';
import { createSession } from '../../session/open.js';
import { redactorFor } from '../../session/redact.js';

const allRecorded: CaptureManifest = {
  model: 'recorded',
  tools: 'recorded',
  clock: 'recorded',
  ids: 'recorded',
};

export interface ReplayRecorder {
  readonly session_id: string;
  readonly head: Head | undefined;
  take(record: SessionRecord): void;
  close(): void;
}

/** A new file at `path`, whose folder must be there. */
export function recordReplay(path: string, parent: { session_id: string; head: string }): ReplayRecorder {
  const session_id = `${parent.session_id.slice(0, 120)}-replay`;
  let now = 0;
  // The text was redacted when it was recorded.
  const writer = createSession(path, {
    clock: { now: () => now, deterministic: false },
    redactor: redactorFor({}),
  });
  return {
    session_id,
    get head() {
      return writer.head;
    },
    take(record) {
      now = Date.parse(record.at);
      if (record.type === 'session.opened') writer.append(record.type, { ...record, session_id, parent });
      else if (record.type === 'run.opened') writer.append(record.type, { ...record, capture: allRecorded });
      else if (record.type === 'session.resumed')
        writer.append(record.type, { ...record, from_hash: writer.head?.hash ?? record.from_hash });
      else writer.append(record.type, record);
    },
    close: () => writer.close(),
  };
}
