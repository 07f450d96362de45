// What can be said of a file that carries no digest.

import type { Link } from '../summary/pull-request.js';
import type { CheckedFolder } from './check-export.js';

/** How it was made, as far as it shows: what the session gives must be made the same way. */
export interface HowMade {
  /** Of traces: with prompts, answers and outputs. */
  readonly content?: boolean;
  /** Of traces and summaries: the runs that are told. */
  readonly runs?: ReadonlySet<string>;
  readonly links?: readonly Link[];
}

export interface LooseFile {
  readonly session_id: string | undefined;
  readonly chain_head?: string | undefined;
  readonly runs: CheckedFolder['runs'];
  readonly made: HowMade;
}
