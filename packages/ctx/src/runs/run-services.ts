// What a session needs of the program that it runs in.

import type { Clock } from '../time/clock.js';
import type { TrustGate } from '../trust/require-trust.js';

export interface RunServices {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly clock: Clock;
  /** Aborted when somebody wants the runs to end. */
  readonly signal: AbortSignal;
  /** Each record as it is written, and what is worth showing in between. */
  readonly emit: (event: object) => void;
  /** Who is asked before something of the project runs. */
  readonly trust: TrustGate;
  /** What a server asks the person for goes here; nothing where nobody is at a terminal. */
  readonly askPerson?: (question: string) => Promise<string | undefined>;
  readonly program: { readonly version: string };
}
