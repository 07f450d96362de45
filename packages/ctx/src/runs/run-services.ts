// What a session needs of the program that it runs in.

import type { Gate, Keeper } from '../agent/ports.js';
import type { Approver } from '../approve/question.js';
import type { Pages } from '../pages/page-link.js';
import type { RunSettings } from '../protocol/records.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import type { SharedPlace } from '../session/settling.js';
import type { Clock } from '../time/clock.js';
import type { LiveTraces } from '../traces/live-traces.js';
import type { TrustGate } from '../trust/require-trust.js';
import type { SignAtClose } from './conducted.js';
import type { Talk } from './talk.js';

export interface RunServices {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly clock: Clock;
  /** Aborted when somebody wants the runs to end. */
  readonly signal: AbortSignal;
  /** Each record as it is written, and what is worth showing in between. */
  readonly emit: (event: object) => void;
  /** What is worth showing to a person who watches; nothing where nobody does. */
  readonly show?: ((event: object) => void) | undefined;
  /** Whether the files are kept before each turn, so that it can be undone (`workspace/give-back`). */
  readonly keepsFiles?: boolean;
  /** Who is asked before something of the project runs. */
  readonly trust: TrustGate;
  /** What a server asks the person for goes here; nothing where nobody is at a terminal. */
  readonly askPerson?: (question: string) => Promise<string | undefined>;
  /** Who is asked about calls that a policy wants somebody to be asked about. */
  readonly approverFor?: (run: AskedRun) => Approver;
  /** Whether there is anybody to ask where a rule wants that. */
  readonly askable?: (rule: string) => boolean;
  /** Who has a say between the steps of a run; nobody where it is not there. */
  readonly gateFor?: (settings: RunSettings) => Gate;
  /** Dashboards that show it as it goes on; nothing where none is told. */
  readonly pages?: Pick<Pages, 'open'>;
  /** Who signs a session when it closes; nothing where nobody wants that. */
  readonly signing?: (said: boolean | undefined) => Promise<SignAtClose | undefined>;
  /** Who says what comes next, where the runs are a conversation. */
  readonly talk?: Talk;
  /** The store that has the session, where other machines can take it over. */
  readonly shared?: SharedSession | undefined;
  /** Where each record also goes, where somebody wants traces. */
  readonly traces?: Pick<LiveTraces, 'seen' | 'written'>;
  readonly program: { readonly version: string; readonly shippedFolder: string };
}

/** A session that is ours by a claim. */
export interface SharedSession extends SharedPlace {
  /** Who claimed it. */
  readonly owner: string;
  /** Keeps a run's workspace for whoever takes the session over. */
  keeperFor(workspace: KeptPlace): Keeper;
  /** The snapshots that its workspaces were put back to, when it was taken over. */
  readonly restored?: readonly string[];
}

export interface KeptPlace {
  readonly root: string;
  /** Absolute paths that ctx itself writes to. */
  readonly own: readonly string[];
}

/** The run that somebody may be asked about calls of. */
export interface AskedRun {
  readonly session_id: string;
  readonly run_id: string;
  readonly settings: RunSettings;
  /** Where its tools work. */
  readonly workspace: string;
  readonly sandbox: Sandbox | undefined;
}
