// The sessions that are there, held against the heads that a checkpoint has of them.

import { verifySession } from '../verify/verify-session.js';
import type { SessionHead } from './checkpoint-file.js';

export const missStates = ['deleted', 'cut_off', 'fails'] as const;

export interface Missed {
  readonly session_id: string;
  readonly state: (typeof missStates)[number];
  readonly head: string;
}

export interface FoundSession {
  readonly id: string;
  readonly file: string;
}

export interface CheckedSessions {
  readonly missed: readonly Missed[];
  /** The heads of all sessions that hold. */
  readonly heads: readonly SessionHead[];
}

/** Every session is read whole: a head by itself shows nothing of what is before it. */
export function checkSessions(
  known: ReadonlyMap<string, SessionHead>,
  found: readonly FoundSession[],
): CheckedSessions {
  const missed: Missed[] = [];
  const heads: SessionHead[] = [];
  const ids = new Set(found.map(({ id }) => id));
  for (const { id, head } of known.values())
    if (!ids.has(id)) missed.push({ session_id: id, state: 'deleted', head });
  for (const { id, file } of found) {
    const wanted = known.get(id);
    let holds = wanted === undefined;
    const {
      verdict,
      records = 0,
      chain_head,
    } = verifySession(file, {}, ({ hash, seq }) => {
      if (hash === wanted?.head && seq + 1 === wanted.records) holds = true;
    });
    if (wanted !== undefined && verdict === 'fail')
      missed.push({ session_id: id, state: 'fails', head: wanted.head });
    else if (wanted !== undefined && !holds)
      missed.push({ session_id: id, state: 'cut_off', head: wanted.head });
    else if (verdict !== 'fail' && chain_head !== undefined && records > 0)
      heads.push({ id, head: chain_head, records });
  }
  return { missed, heads };
}
