import type { SessionOutcome } from '../agent/conduct-session.js';
import type { Failure } from '../protocol/failure.js';

/** What came of the runs, and what somebody should know besides. */
export interface Conducted extends SessionOutcome {
  readonly warnings: readonly string[];
  /** Where it was signed when it closed. */
  readonly signature?: Signature;
  /** Why it was not, though somebody wants it. */
  readonly unsigned?: Failure;
}

export interface Signature {
  readonly statement: string;
  readonly signature: string;
  /** As `ssh-keygen -l` shows it. */
  readonly key: string;
}

/** What came of signing: the session itself is whole either way. */
export type Signed = Required<Pick<Conducted, 'signature'>> | Required<Pick<Conducted, 'unsigned'>>;

export type SignAtClose = (conducted: Conducted) => Promise<Signed | undefined>;
