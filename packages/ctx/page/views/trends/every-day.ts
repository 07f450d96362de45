// Days one after the other, those on which nothing happened too: a chart of days with holes in it tells a wrong story.

export interface Day<T> {
  readonly name: string;
  readonly row: T | undefined;
}

const longest = 3660;

/** From the first day that is asked for, or on which anything happened, to the last. Days are YYYY-MM-DD. */
export function everyDay<T extends { readonly name: string }>(
  rows: readonly T[],
  since: string,
  today: string,
): Day<T>[] {
  const byName = new Map(rows.filter(({ name }) => isDay(name)).map((row) => [row.name, row]));
  const names = [...byName.keys()].sort();
  const [first = today, last = today] = [since || names[0], names.at(-1)];
  const end = last > today ? last : today;
  const days: Day<T>[] = [];
  for (let day = first; day <= end && days.length < longest; day = after(day))
    days.push({ name: day, row: byName.get(day) });
  return days;
}

const isDay = (name: string) => /^\d{4}-\d\d-\d\d$/.test(name);

function after(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
