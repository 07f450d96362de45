// What turns and runs say of themselves at their end: why they stopped, what they used. Unknown is null, and never 0.

import * as t from 'typebox';
import { closed } from '../closed.js';
import { count, countOrUnknown, json, text } from './members.js';

export const stopReasons = [
  'completed',
  'timeout',
  'cancelled',
  'max_budget_reached',
  'max_turns_reached',
  'max_iterations_reached',
  'tool_denied',
  'content_filter',
  'length',
  'model_error',
  'output_invalid',
  'log_tampered',
] as const;

export type StopReason = (typeof stopReasons)[number];

/** `input_tokens` counts all of them; what a cache gave or took is among them. */
export const usage = t.Object(
  {
    input_tokens: count(),
    output_tokens: count(),
    cache_read_tokens: t.Optional(count()),
    cache_write_tokens: t.Optional(count()),
    /** The provider gave no figures that can be true, so these are made from the length of the texts. */
    estimated: t.Optional(t.Literal(true)),
  },
  closed,
);
export type Usage = t.Static<typeof usage>;

const amounts = {
  input_tokens: countOrUnknown(),
  output_tokens: countOrUnknown(),
  cost_microusd: countOrUnknown(),
};

/** Of a sum with an unknown part nobody knows the whole. */
export const spent = t.Object(amounts, closed);
export type Spent = t.Static<typeof spent>;

export const turnResult = t.Object(
  {
    turn: count(),
    prompt: text(),
    output: text(),
    /** The parsed value, where a structured output was asked for and fits its schema. */
    structured_output: t.Optional(json()),
    stop_reason: t.Enum(stopReasons),
    cancel_observed: t.Boolean(),
    matched_commands: t.Array(text()),
    matched_tools: t.Array(text()),
    permission_denials: t.Array(t.Object({ tool_name: text(), reason: text() }, closed)),
    usage: spent,
    model_calls: count(),
    tool_calls: count(),
    compaction_occurred: t.Boolean(),
    turns_dropped: count(),
  },
  closed,
);
export type TurnResult = t.Static<typeof turnResult>;

export const totals = t.Object(
  {
    turns: count(),
    model_calls: count(),
    tool_calls: count(),
    ...amounts,
  },
  closed,
);
export type Totals = t.Static<typeof totals>;
