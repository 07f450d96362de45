// The hash chain: how a record becomes a line, and how a line's own bytes show that nobody changed it.

import { digestOf } from '../disk/digest.js';
import { canonical } from '../protocol/json.js';
import type { SessionRecord } from '../protocol/records.js';

/** A record longer than this could not be read back. */
export const longestRecord = 1 << 27;

/** What the next record links to. */
export type Head = Pick<SessionRecord, 'at' | 'hash' | 'seq'>;

export interface SealedRecord {
  readonly hash: string;
  /** Canonical JSON with the hash in its place, and LF. */
  readonly line: string;
}

/**
 * Hashes a record that lacks only its hash. `at` sorts before `hash` and `prev` after it, so both sides of the cut
 * have members, and the member that is cut out always ends in a comma.
 */
export function seal(record: object, digest: (content: string) => string = digestOf): SealedRecord {
  let before = '';
  let after = '';
  for (const name of Object.keys(record).sort()) {
    const member: unknown = Reflect.get(record, name);
    if (member === undefined) continue;
    const text = `${canonical(name)}:${canonical(member)}`;
    if (name < 'hash') before = before === '' ? text : `${before},${text}`;
    else if (name > 'hash') after = after === '' ? text : `${after},${text}`;
  }
  const hash = digest(`{${before},${after}}`);
  return { hash, line: `{${before},"hash":"${hash}",${after}}\n` };
}
