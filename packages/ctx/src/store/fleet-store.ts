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
}

export type NextClaim =
  | { readonly kind: 'claim'; readonly claim: Claim }
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
  claim(): Promise<NextClaim>;
  /** Another log for an attempt that cannot go on with the one before; nothing where the money does not reach for it. */
  startOver(claim: Claim): Promise<Claim | undefined>;
  end(claim: Claim, ended: Ended): Promise<void>;
  /** A place in the provider's bucket, taken; how many milliseconds to wait until it is due. */
  ticket(provider: string): Promise<number>;
  /** Sessions under way that somebody wants to end. */
  beat(): Promise<readonly string[]>;
}
