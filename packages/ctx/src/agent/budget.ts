// What the budgets leave. A call's tokens and money are reserved before it is made, and counted after it.

import { fail } from '../protocol/codes.js';
import type { Price, RunSettings } from '../protocol/records.js';
import { ratesFor } from './estimate.js';
import type { Model } from './ports.js';
import { allUsed, type RunState, wallTimeOf } from './state.js';

/** A money budget means nothing where the price is not known: refuse before the first call. */
export function requirePrice(settings: RunSettings, model: Pick<Model, 'price'>): void {
  if (settings.budget.max_microusd === undefined || model.price !== undefined) return;
  throw fail('price_unknown', { operation: 'budget', target: settings.model });
}

export type Reservation =
  | { readonly fits: true; readonly max_output_tokens: number | undefined }
  | { readonly fits: false };

/** Room for a call with this input and at least one token of output, and how long the output may be at most. */
export function reserve(run: RunState, inputTokens: number, price: Price | undefined): Reservation {
  const limits = [
    run.settings.max_output_tokens,
    tokensLeft(run, inputTokens),
    moneyLeft(run, inputTokens, price),
  ].filter((limit) => limit !== undefined);
  if (limits.length === 0) return { fits: true, max_output_tokens: undefined };
  const most = Math.min(...limits);
  return most < 1 ? { fits: false } : { fits: true, max_output_tokens: most };
}

/** Whether the calls so far, and what comes to them, have used more than there was. */
export function isOverspent(run: RunState, more: { tokens: number; microusd: number } = nothing): boolean {
  const { max_tokens, max_microusd } = run.settings.budget;
  const { input_tokens, output_tokens, cost_microusd } = allUsed(run);
  return (
    input_tokens + output_tokens + more.tokens > (max_tokens ?? Infinity) ||
    cost_microusd + more.microusd > (max_microusd ?? Infinity)
  );
}

const nothing = { tokens: 0, microusd: 0 };

export function toolCallsLeft(run: RunState): number {
  return (run.settings.budget.max_tool_calls ?? Infinity) - allUsed(run).tool_calls;
}

export function turnsLeft(run: RunState): number {
  return (run.settings.budget.max_turns ?? Infinity) - allUsed(run).turns;
}

export function modelCallsLeft(run: RunState): number {
  return run.settings.budget.max_model_calls_per_turn - (run.turn?.tally.model_calls ?? 0);
}

export function wallTimeLeft(run: RunState): number | undefined {
  const most = run.settings.budget.max_wall_ms;
  return most === undefined ? undefined : most - wallTimeOf(run);
}

function tokensLeft(run: RunState, inputTokens: number): number | undefined {
  const most = run.settings.budget.max_tokens;
  const { input_tokens, output_tokens } = allUsed(run);
  return most === undefined ? undefined : most - input_tokens - output_tokens - inputTokens;
}

/** As output tokens. All of the input may have to be written into a cache, which can cost more than to read it. */
function moneyLeft(run: RunState, inputTokens: number, price: Price | undefined): number | undefined {
  const most = run.settings.budget.max_microusd;
  if (most === undefined || price === undefined) return undefined;
  const { input, output, cache_write = input } = ratesFor(inputTokens, price);
  const left = (most - allUsed(run).cost_microusd) * 1_000_000 - inputTokens * Math.max(input, cache_write);
  if (output > 0) return Math.floor(left / output);
  return left < 0 ? 0 : undefined;
}
