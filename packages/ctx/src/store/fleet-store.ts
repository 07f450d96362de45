// What a conductor needs of a store, whatever holds the fleet: a file beside the sessions, or a database.

import type { EndedSession, QueuedSession } from './fleet-records.js';

/** A session that was handed out: nobody else has it. */
export interface Claim {
  readonly session: QueuedSession;
  /** The session whose log this attempt is written to. */
  readonly log: string;
  readonly attempt: number;
  /** An earlier attempt of this fleet began the log; any other that is there is somebody else's. */
  readonly begun: boolean;
  /** Whoever had it before is gone, and nobody knows how far it came. */
  readonly lost: boolean;
  /** Raised by every claim: whoever has an older one is fenced off. Always 0 in a file, which one process has alone. */
  readonly epoch: number;
}

export type NextClaim =
  /** One at least. */
  | { readonly kind: 'claims'; readonly claims: readonly Claim[] }
  /** Nothing can be begun now: until somebody ends, or so many milliseconds have passed. */
  | { readonly kind: 'wait'; readonly ms: number | undefined }
  /** Nothing is left to begin. */
  | { readonly kind: 'none' };

/** How an attempt ended, as who ran it knows. */
export type Ended = Pick<EndedSession, 'outcome' | 'cause' | 'target' | 'head' | 'totals'> & {
  /** Unknown amounts are null. */
  readonly used: { readonly microusd: number | null; readonly tokens: number | null };
};

export interface FleetStore {
  /** So many at most, one where nothing is said; fewer says nothing of what is left. */
  claim(most?: number): Promise<NextClaim>;
  /** Another log for an attempt that cannot go on with the one before; nothing where the money does not reach for it. */
  startOver(claim: Claim): Promise<Claim | undefined>;
  end(claim: Claim, ended: Ended): Promise<void>;
  /** A place in the provider's bucket, taken; how many milliseconds to wait until it is due. */
  ticket(claim: Claim, provider: string): Promise<number>;
  /** Whoever ran it gave it up: its lease is kept no longer. */
  letGo(claim: Claim): void;
  /** Leases are kept; what has to be heard of the sessions under way. */
  beat(): Promise<Heard>;
  /** Where a session's records go besides its file; nothing where the file itself is the store. */
  sharedLog(claim: Claim): SharedLog | undefined;
}

export interface Heard {
  /** Somebody wants them to end. */
  readonly cancelled: readonly string[];
  /** Their leases are not ours any more: they end at once, and nothing of them may be written. */
  readonly lost: readonly string[];
}

/** A record of a session as its file has it. */
export interface SealedLine {
  readonly seq: number;
  readonly hash: string;
  readonly prev: string;
  /** Without the line's end. */
  readonly line: string;
}

/** One log of a claim in a store that other machines share. Whoever lost the claim fails with `lease_lost`. */
export interface SharedLog {
  /** The lines that the store has, whole and in order. */
  load(): AsyncIterable<string>;
  /**
   * All of them are in the store when this returns. The same again is no fault, and nothing at all asks whether the claim still
   * holds. Only a fresh answer counts: who slept past the lease asks again.
   */
  commit(lines: readonly SealedLine[]): Promise<void>;
  /** The packed files of a workspace, by the hash that a record names; of the older ones only those of `besides` are kept. */
  keepFiles(tree: string, packed: Uint8Array, besides: readonly string[]): Promise<void>;
  keptFiles(tree: string): Promise<Uint8Array | undefined>;
}
