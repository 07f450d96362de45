// What the receiving side of a teleport gets from outside.

import type { Redactor } from '../session/redact.js';
import type { Clock } from '../time/clock.js';
import type { Accepting } from './destination.js';
import type { Offer } from './wire.js';

export interface ReceivingServices {
  /** Nothing where nobody said that sessions may come here. */
  readonly accepting: Accepting | undefined;
  /**
   * Whether the owner of this machine takes what a run could not bring: files that hosts and editors obey, and logs whose settings
   * loosen the sandbox.
   */
  readonly trusting: boolean;
  /** Where what comes is staged, outside of any project. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly host: string;
  readonly user: string;
  readonly version: string;
  now(): number;
  /** Why a model cannot be used here; nothing where it can. */
  unusable(model: Offer['models'][number]): Promise<string | undefined>;
  /** What `ctx verify` finds wrong in a log; nothing where it holds, or is only not at its end. */
  wrongIn(log: string): Promise<string | undefined>;
  /** A failure of ours as the protocol says it. */
  inWords<T>(work: () => T | Promise<T>): Promise<T>;
}
