// How long a provider wants us to wait, by the headers of its answer.

/** Milliseconds, rounded up. A date counts from the answer's own date, so that no clock of ours takes part in it. */
export function retryAfter(headers: Readonly<Record<string, string>>): number | undefined {
  const milliseconds = amount(headers['retry-after-ms']);
  if (milliseconds !== undefined) return Math.ceil(milliseconds);
  const said = headers['retry-after'];
  const seconds = amount(said);
  if (seconds !== undefined) return Math.ceil(seconds * 1000);
  const wait = Date.parse(said ?? '') - Date.parse(headers['date'] ?? '');
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

function amount(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d+(?:\.\d+)?$/.test(text.trim())) return undefined;
  const number = Number(text);
  return Number.isSafeInteger(Math.ceil(number * 1000)) ? number : undefined;
}
