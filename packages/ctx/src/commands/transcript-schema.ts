// The schema of a transcript, as load-session and flush-transcript give it.

import * as t from 'typebox';
import { closed } from '../protocol/closed.js';
import { stopReasons } from '../protocol/records.js';

const stopReason = t.Optional(t.Enum(stopReasons));
const call = { call_id: t.String(), tool: t.String() };

const message = t.Union([
  t.Object({ role: t.Enum(['user', 'assistant', 'reasoning']), text: t.String() }, closed),
  t.Object({ role: t.Literal('tool_call'), ...call, input: t.Unknown() }, closed),
  t.Object(
    {
      role: t.Literal('tool_result'),
      ...call,
      output: t.String(),
      is_error: t.Boolean(),
      interrupted: t.Optional(t.Literal(true)),
    },
    closed,
  ),
  t.Object({ role: t.Literal('tool_denied'), ...call, reason: t.String() }, closed),
]);

const turn = t.Object({ turn: t.Integer(), messages: t.Array(message), stop_reason: stopReason }, closed);

const run = t.Object(
  { run_id: t.String(), model: t.String(), turns: t.Array(turn), stop_reason: stopReason },
  closed,
);

export const transcriptSchema = t.Object(
  { session_id: t.String(), created_at: t.String(), runs: t.Array(run) },
  closed,
);
