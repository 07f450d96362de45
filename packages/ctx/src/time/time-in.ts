// A time that stands in a text which somebody else may have written.

/** Milliseconds since 1970; nothing for what is no time, or on a day that there is not. */
export function timeIn(text: string): number | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
