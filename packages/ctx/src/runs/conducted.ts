import type { RunOutcome } from '../agent/conduct-run.js';
import type { Failure } from '../protocol/failure.js';
import type { Totals } from '../protocol/records.js';
import type { LogTampered } from '../session/tampering.js';

/** What came of the runs, and what somebody should know besides. */
export interface Conducted {
  readonly session_id: string;
  readonly path: string;
  readonly chain_head: string;
  /** Somebody touched the log while it was written: `path` is then the copy that was kept. */
  readonly tampered: LogTampered | undefined;
  readonly runs: readonly RunOutcome[];
  readonly totals: Totals;
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
