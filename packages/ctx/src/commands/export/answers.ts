// What an export answers that makes no folder.

import * as t from 'typebox';
import { closed } from '../../protocol/closed.js';

export const sentAnswer = t.Object(
  {
    session_id: t.String(),
    endpoint: t.String(),
    chain_head: t.String(),
    runs: t.Array(t.String()),
    spans: t.Integer(),
  },
  closed,
);

export const commentAnswer = t.Object(
  {
    session_id: t.String(),
    chain_head: t.String(),
    runs: t.Array(t.String()),
    markdown: t.String(),
  },
  closed,
);

export const unsentAnswer = t.Object(
  {
    /** How many spans of earlier runs a collector took now. */
    spans: t.Integer(),
  },
  { additionalProperties: false },
);
