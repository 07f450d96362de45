// What a server tells of a session, held against what a session is: records have their shape and their place in the chain. A server that makes
// something up has to make up a whole chain, and its head is in our answer.

import { isMembers } from '../protocol/members.js';
import type { SessionRecord } from '../protocol/records.js';
import { seal } from '../session/chain.js';
import { recordShapes } from '../session/shape.js';

/** What is shown and printed of a session elsewhere. */
export type HeardEvent =
  | SessionRecord
  | { readonly type: 'text.delta' | 'thought.delta'; readonly call: number; readonly text: string }
  | { readonly type: 'tool.output'; readonly call_id: string; readonly text: string }
  | { readonly type: 'tool.settled'; readonly call_id: string };

/** Why nothing more of it is believed. */
export class Untrue extends Error {
  override readonly name = 'Untrue';
}

export interface HeardEvents {
  /** Nothing where it is of no interest; throws `Untrue`. */
  take(event: unknown): HeardEvent | undefined;
  /** The hash of the last record. */
  head(): string | undefined;
}

export function heardEvents(sessionId: string): HeardEvents {
  const shapes = recordShapes();
  let last: { readonly seq: number; readonly hash: string } | undefined;

  function record(value: unknown, type: unknown): SessionRecord {
    if (!shapes.isType(type)) throw new Untrue('a record of an unknown type');
    if (!shapes.isRecord(type, value)) throw new Untrue(`a malformed ${type} record`);
    const known: SessionRecord = value;
    const { hash, ...others } = known;
    if (seal(others).hash !== hash) throw new Untrue(`the hash of record ${known.seq} does not match it`);
    if (last !== undefined && (known.seq !== last.seq + 1 || known.prev !== last.hash))
      throw new Untrue(`record ${known.seq} does not follow record ${last.seq}`);
    if (known.type === 'session.opened' && known.session_id !== sessionId)
      throw new Untrue('the records are of another session');
    last = { seq: known.seq, hash };
    return known;
  }

  return {
    head: () => last?.hash,
    take(event) {
      if (!isMembers(event)) throw new Untrue('an event that is not an object');
      if ('seq' in event || 'hash' in event) return record(event, event['type']);
      const { type, text, call, call_id } = event;
      if ((type === 'text.delta' || type === 'thought.delta') && typeof text === 'string')
        return { type, text, call: typeof call === 'number' ? call : 0 };
      if (type === 'tool.output' && typeof text === 'string' && typeof call_id === 'string')
        return { type, call_id, text };
      if (type === 'tool.settled' && typeof call_id === 'string') return { type, call_id };
      return undefined;
    },
  };
}
