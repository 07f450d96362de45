// JSON of somebody else whose numbers are ones that a log can hold: `1e400` is valid, and no number that anybody could write again.

/** Only a text with this can have such a number. */
const maybeEndless = /\d{300}|\d[eE]\+?\d{3}/;

/** Throws as JSON.parse does. What is beyond all numbers becomes null. */
export function parseFinite(text: string): unknown {
  return maybeEndless.test(text) ? JSON.parse(text, finite) : JSON.parse(text);
}

function finite(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isFinite(value) ? null : value;
}
