// How much a peer may cost.

export interface ConnectionLimits {
  readonly longestMessage: number;
  /** Requests of the peer's that are worked on at a time; more are refused. */
  readonly mostCalls: number;
  /** Requests of ours that wait for an answer. */
  readonly mostAsked: number;
  /** Bytes that the peer did not take yet, until it is thought to be gone. */
  readonly mostWaiting: number;
  /** From there on nothing more is read from it. */
  readonly slowAt: number;
}

export const usualLimits: ConnectionLimits = {
  longestMessage: 32 << 20,
  mostCalls: 256,
  mostAsked: 1024,
  mostWaiting: 64 << 20,
  slowAt: 1 << 20,
};
