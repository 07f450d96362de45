// Where a run stands: a fold over its records. Whatever decides what comes next is in here and nowhere else.

import type {
  ContextPiece,
  ModelPart,
  RecordBodies,
  RecordOf,
  RunSettings,
  StopReason,
} from '../protocol/records.js';
import { type Known, knownSum, type RunTally, type TurnTally } from '../session/tally.js';
import type { Checkpoint, Conversation } from './conversation.js';
import type { HeldTurns } from './held-turns.js';
import type { ToolResult } from './ports.js';

export interface State {
  /** The last run, open or closed. */
  run: RunState | undefined;
}

export interface RunState {
  readonly run_id: string;
  /** Who conducted it. */
  readonly agent: string;
  /** Another agent's, which tells of its calls and not of the answers that asked for them. */
  readonly callsAlone: boolean;
  settings: RunSettings;
  /** The tools that it was opened with, less those that a resume found missing. */
  pool: RecordBodies['run.opened']['pool'];
  /** What its model was told first. */
  readonly context: readonly ContextPiece[];
  readonly conversation: Conversation;
  /** Of this run alone. */
  readonly tally: RunTally;
  /** Of the runs that this one continues: budgets hold for all of them together. */
  earlier: Known;
  wall: WallTime;
  /** How often the model was asked, the number of the last call. */
  calls: number;
  readonly turns: HeldTurns;
  turn: TurnState | undefined;
  /** The last turn, where it was closed without completing: a run that goes on with it starts from here. */
  unfinished: UnfinishedTurn | undefined;
  /** What the first turn of this run goes on with. */
  readonly reopens: UnfinishedTurn | undefined;
  /** How many answers of the same script or recording the runs had that this one goes on with. */
  readonly answersBefore: number;
  /** Rules that somebody has answered for good: their calls are not asked about again in this session. */
  readonly approved: Set<string>;
  failure: ModelFailure | undefined;
  stop_reason: StopReason | undefined;
}

export type ModelFailure = Pick<RecordOf<'model.failed'>, 'failure' | 'status' | 'retryable' | 'message'>;

/** Time that a run was worked on. What passed between a crash and the resume does not count. */
interface WallTime {
  before_ms: number;
  since: string;
  last: string;
}

export interface TurnState {
  readonly turn: number;
  readonly prompt: string;
  readonly matched: { readonly commands: readonly string[]; readonly tools: readonly string[] };
  readonly checkpoint: Checkpoint;
  readonly tally: TurnTally;
  /** Failed attempts since the last answer, and how long the model wants us to wait. */
  attempts: number;
  retry_after_ms: number | undefined;
  /** The last answer, until all that it leads to is in the log. */
  answer: ModelAnswer | undefined;
  output: string;
  rejections: number;
  /** Of an agent that tells of its calls alone. */
  readonly alone?: CallsAlone;
}

export interface CallsAlone {
  /** Calls that were let through and have not returned, with their tools. */
  readonly open: Map<string, string>;
  /** The rules that somebody was asked for, by call. */
  readonly asked: Map<string, string>;
  /** How the last answer ended; nothing once something came after it. */
  finish: RecordOf<'model.responded'>['finish'] | undefined;
}

/** A turn as it was when it was closed, with what had been said until then. */
export interface UnfinishedTurn {
  readonly turn: TurnState;
  readonly conversation: Conversation;
}

export interface ModelAnswer {
  readonly call: number;
  readonly finish: RecordOf<'model.responded'>['finish'];
  readonly text: string;
  readonly calls: PendingCall[];
  /** Calls are closed in their order: the first that is not. */
  closed: number;
}

type CallPart = Extract<ModelPart, { type: 'tool_call' | 'malformed_call' }>;

export interface CallApproval {
  readonly rule: string;
  /** What a person saw of it besides the call itself. */
  readonly shown: string | undefined;
  readonly given?: RecordOf<'approval.given'>;
}

export interface PendingCall {
  readonly part: CallPart;
  /** The last question about it, and its answer once there is one. */
  approval: CallApproval | undefined;
  dispatched: boolean;
  outcome: { readonly seq: number; readonly result: ToolResult } | undefined;
}

export function newState(): State {
  return { run: undefined };
}

export function openRunOf({ run }: State): RunState | undefined {
  return run?.stop_reason === undefined ? run : undefined;
}

export function wallTimeOf(run: RunState): number {
  return run.wall.before_ms + Date.parse(run.wall.last) - Date.parse(run.wall.since);
}

/** Where a script or a recording goes on in a run. */
export function answersOf({ tally, answersBefore }: RunState): number {
  return tally.answers + answersBefore;
}

/** What counts against the budgets. */
export function allUsed(run: RunState): Known {
  return knownSum(run.earlier, run.tally.known);
}
