// JSON that others wrote, or a crash left half written: what is none says nothing, and is no error.

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Nothing, too, where it is JSON of another kind. */
export function fittingJson<T>(text: string, fits: (value: unknown) => value is T): T | undefined {
  const value = parsedJson(text);
  return fits(value) ? value : undefined;
}
