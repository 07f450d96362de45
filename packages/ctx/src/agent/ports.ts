// What the loop is given. Everything that is not deterministic comes in through one of these.

import type { Denial, Subject, Verdict } from '../policy/verdict.js';
import type { Json, JsonObject } from '../protocol/json.js';
import type {
  CaptureManifest,
  Finish,
  ModelFailureKind,
  ModelPart,
  PoolEntry,
  Price,
  RecordBodies,
  Usage,
} from '../protocol/records.js';
import type { Snapshot } from '../workspace/snapshot.js';
import type { WorkspaceChanges } from '../workspace/watch.js';

export type { Denial, Price, Verdict };

type Source = CaptureManifest['model'];

/** A message as a model gets it. */
export type Message =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly content: readonly ModelPart[] }
  | { readonly role: 'tool'; readonly results: readonly ToolResult[] };

export interface ToolResult {
  readonly call_id: string;
  readonly tool: string;
  readonly output: string;
  readonly is_error: boolean;
}

/** What the model is told of a tool. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema. */
  readonly input: JsonObject;
}

export interface ModelRequest {
  readonly system?: string | undefined;
  /** The conversation itself, not a copy of it: good until the call settles. */
  readonly messages: readonly Message[];
  readonly tools: readonly ToolSpec[];
  readonly temperature?: number | undefined;
  readonly seed?: number | undefined;
  readonly max_output_tokens?: number | undefined;
  readonly effort?: string | undefined;
  readonly structured_output?: unknown;
}

export type ModelAnswer =
  | {
      readonly kind: 'responded';
      readonly content: readonly ModelPart[];
      readonly finish: Finish;
      /** Nothing where the provider said nothing that can be true. */
      readonly usage: Usage | undefined;
      /** What the provider calls the answer, and the model that gave it. */
      readonly response?: { readonly id?: string | undefined; readonly model?: string | undefined };
      /** Settings that the provider could not follow. */
      readonly warnings?: readonly string[];
    }
  | {
      readonly kind: 'failed';
      readonly failure: ModelFailureKind;
      readonly retryable: boolean;
      readonly status?: number;
      readonly retry_after_ms?: number;
      readonly message: string;
    };

/** One model call at a time. A failure is an answer; only a programmer's mistake throws. */
export interface Model {
  readonly name: string;
  readonly source: Source;
  readonly price?: Price | undefined;
  readonly contextTokens?: number | undefined;
  /** Settles soon after `signal` is aborted (with whatever answer): that is its acknowledgement. */
  call(
    request: ModelRequest,
    options: {
      signal: AbortSignal;
      onText: (delta: string) => void;
      /** What it thinks before it speaks, where it tells that. */
      onThought?: ((delta: string) => void) | undefined;
    },
  ): Promise<ModelAnswer>;
  /** After the last call of a run: what the model still expected to be asked (a script's replies left over). */
  leftOver?(): string | undefined;
}

export type RefusedConnection = Omit<RecordBodies['sandbox.denied'], 'call_id'>;
export type ServedCommand = Omit<RecordBodies['sandbox.served'], 'call_id'>;

export interface ToolOutcome {
  /** Whole or very nearly so; the loop redacts it first and truncates it then. */
  readonly output: string;
  readonly is_error: boolean;
  /** Of a command that came to its own end. */
  readonly exit_code?: number;
  /** How much there was, where the tool itself could not keep it all. */
  readonly bytes_seen?: number;
  /** Connections that the sandbox refused meanwhile. */
  readonly refused?: readonly RefusedConnection[];
  /** Files that something outside obeys, and that were not there before. */
  readonly appeared?: readonly string[];
  /** Commands of the memory that programs in the sandbox asked for. */
  readonly served?: readonly ServedCommand[];
  /** The policy denies what the input really led to (a link, say): nothing was done. */
  readonly denied?: Denial;
}

export interface CallOptions {
  /** Asks the tool to stop; settling is its acknowledgement. */
  readonly signal: AbortSignal;
  /** Comes 100 ms later and waits for nothing. */
  readonly kill: AbortSignal;
  /** What the policy says where the subject turns out to be this, once links are followed. */
  readonly judge: (subject: string) => Verdict;
  /** What a command prints while it runs. Nothing where nobody watches. */
  readonly onOutput?: ((text: string) => void) | undefined;
  /** Whether it can say no. Where it cannot, nobody has to look for the other names of a file. */
  readonly guarded: boolean;
}

export interface Tool extends ToolSpec {
  /** Whether calls of it may run side by side. */
  readonly readOnly: boolean;
  /** The MCP server that it comes from. */
  readonly server?: string;
  /** In a replay, what the log says of a tool whose server is not there, in the place of its schema and description. */
  readonly recorded?: PoolEntry;
  /** Without one, a rule with a pattern cannot be evaluated for this tool, and denies. */
  readonly subject?: Subject;
  /** What a call would change, as a diff, for whoever is asked about it. Nothing where that cannot be said; it changes nothing. */
  preview?(input: unknown, judge: CallOptions['judge']): Promise<string | undefined>;
  /** A failure is an outcome with `is_error`. */
  run(input: Json, options: CallOptions): Promise<ToolOutcome>;
}

export type { Log } from '../session/log.js';

/** Whoever has a say between the steps of a run: the limits of a fleet. */
export interface Gate {
  /** Before a model call, or before another agent gets a prompt; it ends early when the signal is aborted. */
  beforeCall(signal: AbortSignal): Promise<void>;
}

/** The workspace, watched. */
export interface WatchedWorkspace {
  /** Whether anybody looked yet: before that, there is nothing to compare with. */
  readonly isWatched: boolean;
  look(): Promise<WorkspaceChanges | undefined>;
  /** A path that a tool of ours wrote to. */
  wrote(path: string): void;
  /** Keeps the files as they are before a turn; nothing where nobody can undo one, or the workspace is too large. */
  keep(): Promise<Snapshot | undefined>;
}

/** The workspace, kept where another machine finds it. */
export interface Keeper {
  /** Whether it was kept, or tried to be. */
  readonly isKept: boolean;
  /** Nothing where it is as it was kept last. */
  keep(): Promise<
    { readonly kept: RecordBodies['workspace.snapshot'] } | { readonly unkept: string } | undefined
  >;
}

/** Which commands and tools fit a prompt, best first. A function of the prompt alone. */
export type Router = (prompt: string) => {
  readonly commands: readonly string[];
  readonly tools: readonly string[];
};

/** What the loop tells while it works, besides the records. */
export interface LiveEvent {
  readonly type: 'text.delta' | 'thought.delta';
  readonly call: number;
  readonly text: string;
}

/** Of use only to somebody who watches: it is in no log and in no stream. */
export type ShownEvent =
  | { readonly type: 'tool.output'; readonly call_id: string; readonly text: string }
  | { readonly type: 'tool.settled'; readonly call_id: string }
  /** Something else than the loop has a question for the person who watches. */
  | { readonly type: 'person.asked' }
  | { readonly type: 'person.answered' };
