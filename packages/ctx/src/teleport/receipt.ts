// The record by which the other side says that it has a session. It is sealed, and links to the record by which the session left: who
// does not have that record cannot make it, and who made it and lies is shown by it.

import { fail } from '../protocol/codes.js';
import { isMembers } from '../protocol/members.js';
import { fittingJson } from '../protocol/parsed-json.js';
import type { RecordOf } from '../protocol/records.js';
import { seal as sealed } from '../session/chain.js';

export function receiptFrom(line: string | undefined, seal: RecordOf<'session.moved'>): string {
  const wrong = () => fail('teleport_unproven', { operation: 'teleport', target: seal.peer });
  const value = line === undefined ? undefined : fittingJson(line, isMembers);
  if (line === undefined || value === undefined) throw wrong();
  const { hash, ...others } = value;
  const { prev, seq, type, way, ticket } = others;
  const links = prev === seal.hash && seq === seal.seq + 1;
  const says = type === 'session.moved' && way === 'in' && ticket === seal.ticket;
  if (!links || !says || sealed(others).hash !== hash) throw wrong();
  return line;
}
