// One event as it is told to a log: what the host said, and what it was answered.

import type { HostEvent, HostReply } from '../protocol/host-event.js';

export interface ToldEvent {
  readonly host: string;
  readonly sessionId: string;
  readonly event: HostEvent;
  readonly reply: HostReply;
  /** How many secrets were taken out of the two. */
  readonly redacted: number;
}
