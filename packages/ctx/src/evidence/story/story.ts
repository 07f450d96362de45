// What happened in a session, told run by run and turn by turn: the one model that the report and the export are made from.

import type {
  Agent,
  Aside,
  CaptureManifest,
  ContextPiece,
  Fence,
  Finish,
  ModelFailureKind,
  Origin,
  RecordOf,
  RunSettings,
  StopReason,
  Totals,
  TurnResult,
  Usage,
} from '../../protocol/records.js';
import type { Head } from '../../session/chain.js';
import type { Known, TurnTally } from '../../session/tally.js';
import type { Clip } from '../../text/clip.js';
import type { Claim } from '../claims/claims-of.js';
import type { FileChange } from './file-changes.js';

/** A record's place in the log and in time (milliseconds since 1970). */
export interface Mark {
  readonly seq: number;
  readonly at: number;
}

export interface SessionStory {
  readonly session_id: string;
  readonly contract: string;
  readonly opened: Mark;
  readonly head: Head;
  readonly records: number;
  /** Whether the last line was not written whole. */
  readonly torn: boolean;
  readonly parent?: { readonly session_id: string; readonly head: string };
  /** Where another agent's session was captured or imported. */
  readonly origin?: Origin;
  readonly runs: readonly RunStory[];
  /** What happened outside of any turn. */
  readonly events: readonly EventStep[];
  /** Planned, and not opened yet. */
  readonly waiting: readonly string[];
  /** What the agent said it did, as the log bears it out or does not. */
  readonly claims: readonly Claim[];
  /** What lay beside the log as its signature when the story was read; nothing where there was none. */
  readonly signature?: Signature;
}

export interface Signature {
  readonly state: 'valid' | 'partial' | 'invalid' | 'unchecked';
  readonly key?: string;
  readonly signed_at?: string;
}

export interface RunStory {
  readonly run_id: string;
  readonly agent: Agent;
  readonly continues?: string;
  /** Whether its first turn goes on with the last one of that run. */
  readonly reopens?: true;
  readonly parent?: { readonly run_id: string; readonly call_id?: string };
  readonly retells?: string;
  readonly context: readonly ContextPiece[];
  readonly pool: readonly string[];
  readonly capture: CaptureManifest;
  readonly fence: Fence;
  /** Of a transcript, the first moment that it tells. */
  opened: Mark;
  /** As they are after the last resume. */
  settings: RunSettings;
  last: Mark;
  last_hash: string;
  records: number;
  /** Only a run that completed is whole. */
  stop_reason: StopReason | 'open';
  readonly totals: Totals;
  /** What is known of them, as numbers. */
  readonly known: Known;
  readonly turns: TurnStory[];
  readonly spending: Spending[];
  readonly files: FileChange[];
  /** Files that were found changed in the workspace after a call or a turn. */
  readonly changed: ChangedFile[];
  /** Secrets that were replaced before anything was written. */
  redacted: number;
  /** What a story for a page left out of the middle of a very long run. */
  readonly left_out: LeftOut;
}

export interface LeftOut {
  /** Turns of which no step is left. */
  turns: number;
  steps: number;
  /** Steps among them that stood out. */
  notable: number;
  /** Writes of files whose text is not shown. */
  writes: number;
  /** Files that were found changed. */
  changed: number;
}

export interface ChangedFile {
  readonly path: string;
  readonly change: 'added' | 'changed' | 'removed';
  readonly seq: number;
  /** The call that changed it: its command, or its tool. Nothing where it happened beside the calls. */
  readonly by?: string | undefined;
}

export interface TurnStory {
  readonly turn: number;
  readonly prompt: Clip;
  /** The run whose last turn it goes on with. */
  readonly reopens?: string;
  readonly opened: Mark;
  readonly steps: StoryStep[];
  readonly tally: TurnTally;
  /** Missing as long as the turn is open. */
  closed?: Mark & { readonly result: Omit<TurnResult, 'prompt' | 'output'>; readonly output: Clip };
}

/** What had been used after a model call. */
export interface Spending {
  readonly at: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost_microusd: number;
}

export type StoryStep = AnswerStep | FailureStep | CallStep | EventStep;

export interface AnswerStep extends Mark {
  readonly kind: 'answer';
  readonly call: number;
  readonly asked: Mark;
  readonly texts: readonly { readonly of: 'text' | 'reasoning'; readonly clip: Clip }[];
  readonly finish: Finish;
  readonly usage: Usage | null;
  readonly cost_microusd: number | null;
}

export interface FailureStep extends Mark {
  readonly kind: 'failure';
  readonly call: number;
  readonly asked: Mark;
  readonly failure: ModelFailureKind;
  readonly status?: number;
  readonly will_retry: boolean;
  readonly message: Clip;
}

/** A call that the model asked for, and what became of it. */
export interface CallStep extends Mark {
  readonly kind: 'call';
  readonly call_id: string;
  readonly tool: string;
  /** Canonical JSON; the text as it came, where it was no JSON. */
  readonly input: Clip;
  /** The command or the path that the call is about, in one line. */
  readonly about: string;
  decision: 'allowed' | 'denied' | 'malformed' | 'pending';
  started?: Mark;
  approval?: Mark & Pick<RecordOf<'approval.given'>, 'answer' | 'by' | 'via' | 'scope'>;
  denial?: Mark & { readonly rule: string; readonly reason: string };
  returned?: Mark & {
    readonly output: Clip;
    readonly is_error: boolean;
    readonly interrupted: boolean;
    readonly exit_code?: number;
    readonly truncated?: { readonly bytes_seen: number; readonly bytes_kept: number };
  };
}

export type EventRecord =
  | Aside
  | RecordOf<'approval.requested'>
  | RecordOf<'approval.given'>
  | RecordOf<'session.moved'>
  | RecordOf<'session.claimed'>
  | RecordOf<'output.rejected'>
  | RecordOf<'context.compacted'>
  | RecordOf<'sandbox.denied'>
  | RecordOf<'sandbox.noticed'>
  | RecordOf<'sandbox.served'>
  | RecordOf<'turn.interrupted'>
  | RecordOf<'session.resumed'>
  | RecordOf<'session.repaired'>;

export interface EventStep extends Mark {
  readonly kind: 'event';
  readonly record: EventRecord;
}
