import type { SessionOutcome } from '../agent/conduct-session.js';

/** What came of the runs, and what somebody should know besides. */
export interface Conducted extends SessionOutcome {
  readonly warnings: readonly string[];
}
