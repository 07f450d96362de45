// Whether the sessions that commits name are there, and hold the very records that the commits name.

import type { SessionRecord } from '../../protocol/records.js';
import { verifySession, type Watch } from '../verify/verify-session.js';

/** `held`: the record is in the session, and the session holds. */
export const anchorStates = [
  'held',
  'session_missing',
  'head_missing',
  'session_fails',
  'trailer_malformed',
] as const;
export type AnchorState = (typeof anchorStates)[number];

export interface AnchoredCommit {
  readonly commit: string;
  readonly trailers: readonly { readonly session_id: string; readonly head: string }[];
  /** Lines that name a session and are not written as they must be. */
  readonly malformed: readonly string[];
}

export interface CheckedAnchor {
  readonly commit: string;
  readonly session_id: string;
  readonly head: string;
  readonly state: AnchorState;
  /** The record that the commit names, and how many there are now. */
  readonly seq?: number;
  readonly records?: number;
}

/** `fileOf` finds a session's file; each is read once, however many commits name it. `watch` gets its records, too. */
export function checkAnchors(
  commits: readonly AnchoredCommit[],
  fileOf: (session_id: string) => string | undefined,
  watch?: (session_id: string, record: SessionRecord) => void,
): CheckedAnchor[] {
  const heads = new Map<string, Set<string>>();
  for (const { trailers } of commits)
    for (const { session_id, head } of trailers)
      heads.set(session_id, (heads.get(session_id) ?? new Set()).add(head));
  const looked = new Map(
    [...heads].map(([id, wanted]) => [id, lookAt(fileOf(id), wanted, (record) => watch?.(id, record))]),
  );
  return commits.flatMap(({ commit, trailers, malformed }) => [
    ...trailers.map((trailer) => ({
      commit,
      ...trailer,
      ...stateOf(trailer.head, looked.get(trailer.session_id)),
    })),
    ...malformed.map((line) => ({ commit, session_id: line, head: '', state: 'trailer_malformed' as const })),
  ]);
}

interface Looked {
  readonly seqs: ReadonlyMap<string, number>;
  readonly records: number;
  readonly fails: boolean;
}

function lookAt(file: string | undefined, wanted: ReadonlySet<string>, watch: Watch): Looked | undefined {
  if (file === undefined) return undefined;
  const seqs = new Map<string, number>();
  const { records = 0, verdict } = verifySession(file, {}, (record) => {
    if (wanted.has(record.hash)) seqs.set(record.hash, record.seq);
    watch(record);
  });
  return { seqs, records, fails: verdict === 'fail' };
}

/** A session that goes on, or was cut short by a crash, holds what it held when the commit was made. */
function stateOf(
  head: string,
  looked: Looked | undefined,
): Omit<CheckedAnchor, 'commit' | 'session_id' | 'head'> {
  if (looked === undefined) return { state: 'session_missing' };
  const seq = looked.seqs.get(head);
  const { records, fails } = looked;
  if (fails) return { state: 'session_fails', ...(seq !== undefined && { seq }), records };
  return seq === undefined ? { state: 'head_missing', records } : { state: 'held', seq, records };
}
