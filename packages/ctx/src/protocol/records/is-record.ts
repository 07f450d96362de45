// Apart from the records' schemas, which whoever only watches a session does not need.

import type { SessionRecord } from '../records.js';

/** Of all that a session tells while it happens, only what has a place in its log has a number. */
export function isRecord(event: object): event is SessionRecord {
  return 'type' in event && 'seq' in event;
}
