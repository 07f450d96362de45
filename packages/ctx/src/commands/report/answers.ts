// What a report of all sessions answers.

import * as t from 'typebox';

export const overviewAnswer = t.Object(
  {
    out: t.String(),
    sessions: t.Integer(),
    /** Sessions that could not be read, and why. */
    unreadable: t.Array(
      t.Object({ session_id: t.String(), code: t.String() }, { additionalProperties: false }),
    ),
    files: t.Integer(),
  },
  { additionalProperties: false },
);
export type OverviewAnswer = t.Static<typeof overviewAnswer>;
