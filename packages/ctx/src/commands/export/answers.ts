// What an export answers that makes no folder.

import * as t from 'typebox';

export const sentAnswer = t.Object(
  {
    session_id: t.String(),
    endpoint: t.String(),
    chain_head: t.String(),
    runs: t.Array(t.String()),
    spans: t.Integer(),
  },
  { additionalProperties: false },
);
export type SentAnswer = t.Static<typeof sentAnswer>;

export const commentAnswer = t.Object(
  {
    session_id: t.String(),
    chain_head: t.String(),
    runs: t.Array(t.String()),
    markdown: t.String(),
  },
  { additionalProperties: false },
);
export type CommentAnswer = t.Static<typeof commentAnswer>;
