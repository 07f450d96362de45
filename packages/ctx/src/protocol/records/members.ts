// What the members of records are made of. Everything that is not said to be optional is there.

import * as t from 'typebox';

/** A whole number that every JSON reader keeps as it is. */
export const whole = (minimum: number) => t.Integer({ minimum, maximum: Number.MAX_SAFE_INTEGER });
export const count = () => whole(0);
/** `null` is unknown; 0 is none. */
export const countOrUnknown = () => t.Union([count(), t.Null()]);
export const digest = () => t.String({ pattern: '^sha256:[0-9a-f]{64}$' });
/** A moment in UTC. That its month has that day is for a reader to see. */
export const moment = () =>
  t.String({
    pattern:
      '^[1-9][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\\.[0-9]{3}Z$',
  });
/** Of a session or a run: it becomes a file's name. */
export const idPattern = '^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$';
export const id = () => t.String({ pattern: idPattern });
/** One of the words that ctx knows, or one that came after them: nothing follows from it but what a reader shows. */
export const word = (...known: readonly string[]) =>
  t.String({ pattern: '^[a-z][a-z0-9_-]{0,63}$', examples: known });
export const text = () => t.String();
export const json = () => t.Unknown();
