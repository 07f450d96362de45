// What the members of records are made of. Everything that is not said to be optional is there.

import * as t from 'typebox';

export const count = () => t.Integer({ minimum: 0 });
/** `null` is unknown; 0 is none. */
export const countOrUnknown = () => t.Union([count(), t.Null()]);
export const digest = () => t.String({ pattern: '^sha256:[0-9a-f]{64}$' });
export const moment = () => t.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' });
export const text = () => t.String();
export const json = () => t.Unknown();
