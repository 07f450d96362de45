// What a report of all sessions answers.

import * as t from 'typebox';
import { closed } from '../../protocol/closed.js';

export const overviewAnswer = t.Object(
  {
    out: t.String(),
    sessions: t.Integer(),
    /** Sessions that could not be read, and why. */
    unreadable: t.Array(t.Object({ session_id: t.String(), code: t.String() }, closed)),
    files: t.Integer(),
  },
  closed,
);
export type OverviewAnswer = t.Static<typeof overviewAnswer>;
