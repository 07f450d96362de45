// Which records are told as events: what happened besides what the model said and the tools did.

import { isAside, type SessionRecord } from '../../protocol/records.js';
import type { EventRecord } from './story.js';

const types: ReadonlySet<string> = new Set<EventRecord['type']>([
  'output.rejected',
  'context.compacted',
  'approval.requested',
  'approval.given',
  'sandbox.denied',
  'sandbox.noticed',
  'sandbox.served',
  'turn.interrupted',
  'session.resumed',
  'session.repaired',
  'session.moved',
  'session.claimed',
]);

export function isEvent(record: SessionRecord): record is EventRecord {
  return isAside(record) || types.has(record.type);
}
