// What verify keeps of a run while it reads: counts and what is still owed, never what was said. Memory stays flat.

import type { Fence, RunSettings, StopReason, Totals } from '../../protocol/records.js';
import type { RunTally, TurnTally } from '../../session/tally.js';

export interface RunCheck {
  readonly run_id: string;
  readonly pool: ReadonlySet<string>;
  /** Undefined where nobody planned the run. */
  readonly prompts: readonly string[] | undefined;
  readonly clockIsDeterministic: boolean;
  settings: RunSettings;
  readonly fence: Fence;
  readonly tally: RunTally;
  /** Of the runs that this one continues. */
  readonly earlier: Totals;
  calls: number;
  /** A crash may leave a call without its answer; the resume says so. */
  resumedSinceAsking: boolean;
  turns: number;
  lastStop: StopReason;
  turn: TurnCheck | undefined;
}

export interface TurnCheck {
  readonly turn: number;
  readonly prompt: string;
  readonly tally: TurnTally;
  /** The model call that has no answer yet. */
  asked: number | undefined;
  /** Calls of the last answer, until all of them are closed. */
  answer: { readonly calls: OwedCall[]; readonly finish: string } | undefined;
  output: string;
}

export interface OwedCall {
  readonly call_id: string;
  readonly tool: string;
  /** Nothing where the model's input was no JSON. */
  readonly input: string | undefined;
  state: 'owed' | 'requested' | 'closed';
}

export function newTurnCheck(turn: number, prompt: string, tally: TurnTally): TurnCheck {
  return {
    turn,
    prompt,
    tally,
    asked: undefined,
    answer: undefined,
    output: '',
  };
}

/** What a run has used of its budget and may not use. */
export function overspent({ tally, earlier, settings: { budget } }: RunCheck): string | undefined {
  const { totals } = tally;
  const tokens = totals.input_tokens + totals.output_tokens + earlier.input_tokens + earlier.output_tokens;
  const money = totals.cost_microusd + earlier.cost_microusd;
  if (tokens > (budget.max_tokens ?? Infinity)) return `${tokens} tokens of ${budget.max_tokens}`;
  if (money > (budget.max_microusd ?? Infinity)) return `${money} micro-dollars of ${budget.max_microusd}`;
  return undefined;
}
