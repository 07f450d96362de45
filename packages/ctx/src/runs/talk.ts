// A conversation: after each run somebody says what comes next, in the same session, until they leave.

import type { ModelPlace } from '../agent/models/model-for.js';
import type { SessionState } from '../agent/session-state.js';
import type { RunSettings } from '../protocol/records.js';
import type { Log } from '../session/log.js';
import type { Conducted } from './conducted.js';

/** Where a conversation stands between two runs. */
export interface BetweenRuns {
  readonly conducted: Conducted;
  readonly state: SessionState;
  /** What the next run is made with, unless somebody changes it. */
  readonly settings: RunSettings;
  /** Addresses that a person named. */
  readonly ownUrls: ModelPlace['ownUrls'];
  /** For what happens between runs; nothing of the conversation follows from it. */
  readonly log: Pick<Log, 'append'>;
}

export interface NextPrompt {
  readonly prompt: string;
  readonly settings: RunSettings;
}

export interface Talk {
  /** Right before a run: what cancels it, and it alone. */
  begin(): AbortSignal;
  /** After it: what is said next; nothing where they leave. */
  next(between: BetweenRuns): Promise<NextPrompt | undefined>;
}
