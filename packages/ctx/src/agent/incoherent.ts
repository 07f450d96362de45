// What a log says that cannot have happened: the chain may hold, but no run of ours wrote these records in this order.

import { fail } from '../protocol/codes.js';
import type { Failure } from '../protocol/failure.js';
import type { SessionRecord } from '../protocol/records.js';

export function incoherent(record: SessionRecord, reason: string): Failure {
  return fail('records_incoherent', {
    operation: 'fold',
    target: `record ${record.seq} (${record.type})`,
    reason,
  });
}
