// The shape of a signal in the answers of the demand commands.

import * as t from 'typebox';

export const signalSchema = t.Object(
  {
    source: t.String(),
    surface: t.String(),
    use_case: t.String(),
    why: t.String(),
    date: t.String(),
  },
  { additionalProperties: false },
);
