// What a session's going on says: what is held otherwise from there.

import * as t from 'typebox';
import { closed } from '../closed.js';
import { count, digest, text } from './members.js';
import { captureSource } from './opening.js';
import { effort, price, runSettings } from './settings.js';

const unlimited = () => t.Null();
export const limits = [
  'max_turns',
  'max_model_calls_per_turn',
  'max_tool_calls',
  'max_tokens',
  'max_microusd',
  'max_wall_ms',
] as const;

export const resumed = {
  /** The last record before this one, and its hash. */
  from_seq: count(),
  from_hash: digest(),
  pid: t.Optional(count()),
  /** What the open run holds from here on. Its policy and its sandbox are never looser than before. */
  settings: t.Optional(runSettings),
  /** Limits that the person who resumes set otherwise; null is unlimited. */
  limits: t.Optional(
    t.Array(
      t.Object(
        {
          limit: t.Enum(limits),
          from: t.Union([count(), unlimited()]),
          to: t.Union([count(), unlimited()]),
        },
        closed,
      ),
    ),
  ),
  /** Another model, where one was named. */
  model: t.Optional(
    t.Object(
      {
        from: text(),
        to: text(),
        /** Of the open run, from here on, in the place of what its opening says. */
        source: t.Optional(captureSource),
        price: t.Optional(price),
        context_tokens: t.Optional(count()),
      },
      closed,
    ),
  ),
  /** Another effort, where one was named; null is the provider's own default. */
  effort: t.Optional(t.Object({ from: t.Union([effort, t.Null()]), to: effort }, closed)),
  /** What an earlier process had left running and was ended first. */
  ended: t.Optional(t.Array(t.Object({ pid: count(), call_id: t.Optional(text()) }, closed))),
  /** Tools of the open run that are not there any more: their servers were not started again, or changed. */
  tools_missing: t.Optional(t.Array(text())),
};
