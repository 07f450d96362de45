// What carries the lines of a connection: pipes, a socket, a WebSocket. A connection knows none of them.

export interface Carrier {
  /** What the peer sends, as it comes; it ends where the peer has nothing more to say. */
  readonly incoming: AsyncIterable<Uint8Array>;
  /** Takes it whole, also where the peer is slow. */
  write(line: string | Buffer): void;
  /** How many bytes the peer has not taken yet. */
  waiting(): number;
  /** Settles when the peer has taken what waits, or is gone. */
  drained(): Promise<void>;
  /** Nothing more is read or written. */
  close(): void;
}
