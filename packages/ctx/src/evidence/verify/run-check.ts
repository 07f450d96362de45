// What verify keeps of a run while it reads: counts and what is still owed, never what was said. Memory stays flat.

import type { Fence, RecordOf, RunSettings, StopReason } from '../../protocol/records.js';
import {
  type Known,
  knownSum,
  newTally,
  noneKnown,
  type RunTally,
  type TurnTally,
} from '../../session/tally.js';
import { LetThrough } from './let-through.js';
import type { OwedCalls } from './owed-calls.js';

export interface RunCheck {
  readonly run_id: string;
  readonly agent: string;
  readonly parent: string | undefined;
  /** Nothing where another agent does not say what it has. */
  readonly pool: ReadonlySet<string> | undefined;
  /** Of a captured or a driven run, calls are told and not the answers that asked for them. */
  readonly showsAnswers: boolean;
  /** Another agent's, conducted by ctx: its answers stand beside its calls. */
  readonly isDriven: boolean;
  /** Undefined where nobody planned the run, or knew its prompts. */
  readonly prompts: readonly string[] | undefined;
  readonly clockIsDeterministic: boolean;
  settings: RunSettings;
  readonly fence: Fence;
  readonly tally: RunTally;
  /** Of the runs that this one continues. */
  earlier: Known;
  calls: number;
  /** A crash may leave a call without its answer; the resume says so. */
  resumedSinceAsking: boolean;
  /** Since its last turn was opened, if it had one. */
  resumedSinceTurn: boolean;
  turns: number;
  lastStop: StopReason;
  turn: TurnCheck | undefined;
  /** The last turn, where it was closed without completing. */
  unfinished: TurnCheck | undefined;
  /** What the first turn of the run goes on with. */
  readonly reopens: TurnCheck | undefined;
  /** Rules that somebody had answered for the rest of the session when the run was opened, and those of the run itself. */
  readonly approved: Set<string>;
  /** Those of all runs so far: what runs that are opened later begin with. */
  readonly approvedSoFar: Set<string>;
}

export interface TurnCheck {
  readonly turn: number;
  readonly prompt: string;
  readonly tally: TurnTally;
  /** The model call that has no answer yet. */
  asked: number | undefined;
  /** Calls of the last answer, until all of them are closed. */
  answer: { readonly calls: OwedCalls; readonly finish: string } | undefined;
  output: string;
  /** Calls of the turn that were let through. */
  readonly requested: LetThrough;
  /** Of a driven run: those that have not returned, and how its last answer ended, if nothing came after it. */
  readonly open: Set<string>;
  finish: string | undefined;
  /** Calls that somebody was asked about, by which rule, and the answer. */
  readonly approvals: Map<string, AskedCall>;
}

export interface AskedCall {
  readonly rule: string;
  readonly answer: 'allow' | 'deny' | undefined;
}

export function newTurnCheck(turn: number, prompt: string, tally: TurnTally): TurnCheck {
  return {
    turn,
    prompt,
    tally,
    asked: undefined,
    answer: undefined,
    output: '',
    requested: new LetThrough(),
    open: new Set(),
    finish: undefined,
    approvals: new Map(),
  };
}

/** A turn that is gone on with counted when it was first opened. */
function earlierOf(continued: RunCheck | undefined, reopens: boolean): Known {
  if (continued === undefined) return noneKnown();
  const used = knownSum(continued.earlier, continued.tally.known);
  return reopens ? { ...used, turns: used.turns - 1 } : used;
}

export function newRunCheck(
  record: RecordOf<'run.opened'>,
  prompts: readonly string[] | undefined,
  continued: RunCheck | undefined,
  approvedSoFar: Set<string>,
): RunCheck {
  const { run_id, agent, settings, pool, capture, fence = {} } = record;
  const reopens = record.reopens ? continued?.unfinished : undefined;
  return {
    run_id,
    agent: agent.name,
    parent: record.parent?.run_id,
    settings,
    fence,
    prompts: agent.name !== 'ctx' && prompts?.length === 0 ? undefined : prompts,
    pool: agent.name !== 'ctx' && pool.length === 0 ? undefined : new Set(pool.map(({ name }) => name)),
    showsAnswers: capture.model !== 'captured' && capture.model !== 'driven',
    isDriven: capture.model === 'driven',
    clockIsDeterministic: capture.clock === 'deterministic',
    tally: newTally(record),
    earlier: earlierOf(continued, reopens !== undefined),
    calls: 0,
    resumedSinceAsking: false,
    resumedSinceTurn: false,
    turns: 0,
    lastStop: 'completed',
    turn: undefined,
    unfinished: undefined,
    reopens,
    approved: new Set(approvedSoFar),
    approvedSoFar,
  };
}

/** What a run has used of its budget and may not use. */
export function overspent({ tally, earlier, settings: { budget } }: RunCheck): string | undefined {
  const { known } = tally;
  const tokens = known.input_tokens + known.output_tokens + earlier.input_tokens + earlier.output_tokens;
  const money = known.cost_microusd + earlier.cost_microusd;
  if (tokens > (budget.max_tokens ?? Infinity)) return `${tokens} tokens of ${budget.max_tokens}`;
  if (money > (budget.max_microusd ?? Infinity)) return `${money} micro-dollars of ${budget.max_microusd}`;
  return undefined;
}
