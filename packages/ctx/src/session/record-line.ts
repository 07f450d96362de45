// One line of a session's log, as everyone reads it who does not check the chain.

import { isMembers } from '../protocol/members.js';
import type { SessionRecord } from '../protocol/records.js';
import type { RecordShapes } from './shape.js';

export function recordFrom(value: unknown, shapes: RecordShapes): SessionRecord | undefined {
  if (!isMembers(value)) return undefined;
  const type = value['type'];
  return shapes.isType(type) && shapes.isRecord(type, value) ? value : undefined;
}
