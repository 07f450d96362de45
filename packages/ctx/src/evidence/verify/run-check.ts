// What verify keeps of a run while it reads: counts and what is still owed, never what was said. Memory stays flat.

import type { RunSettings, Spent, StopReason, Totals, TurnResult } from '../../protocol/records.js';

export interface RunCheck {
  readonly run_id: string;
  readonly pool: ReadonlySet<string>;
  /** Undefined where nobody planned the run. */
  readonly prompts: readonly string[] | undefined;
  readonly clockIsDeterministic: boolean;
  settings: RunSettings;
  readonly totals: Totals;
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
  readonly spent: Spent;
  model_calls: number;
  tool_calls: number;
  readonly denials: TurnResult['permission_denials'];
  asked: number | undefined;
  /** Calls of the last answer, until all of them are closed. */
  answer: { readonly calls: OwedCall[]; readonly finish: string } | undefined;
  output: string;
  compactions: number;
  turns_dropped: number;
  cancel_observed: boolean;
  stop: StopReason | undefined;
}

export interface OwedCall {
  readonly call_id: string;
  readonly tool: string;
  /** Nothing where the model's input was no JSON. */
  readonly input: string | undefined;
  state: 'owed' | 'requested' | 'closed';
}

export function newTurnCheck(turn: number, prompt: string): TurnCheck {
  return {
    turn,
    prompt,
    spent: { input_tokens: 0, output_tokens: 0, cost_microusd: 0 },
    model_calls: 0,
    tool_calls: 0,
    denials: [],
    asked: undefined,
    answer: undefined,
    output: '',
    compactions: 0,
    turns_dropped: 0,
    cancel_observed: false,
    stop: undefined,
  };
}

/** What a run has used of its budget and may not use. */
export function overspent({ totals, earlier, settings: { budget } }: RunCheck): string | undefined {
  const tokens = totals.input_tokens + totals.output_tokens + earlier.input_tokens + earlier.output_tokens;
  const money = totals.cost_microusd + earlier.cost_microusd;
  if (tokens > (budget.max_tokens ?? Infinity)) return `${tokens} tokens of ${budget.max_tokens}`;
  if (money > (budget.max_microusd ?? Infinity)) return `${money} micro-dollars of ${budget.max_microusd}`;
  return undefined;
}
