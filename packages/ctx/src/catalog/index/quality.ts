// How well an entry is described and kept, from the facts that it brings; no stars, no downloads.

import type { Entry } from '../entry.js';

/** From 0 to 1. */
export function qualityOf(entry: Entry): number {
  const { licence, source, summary, tags } = entry;
  const points =
    0.5 +
    (licence === undefined ? 0 : 0.2) +
    (source.startsWith('https://') ? 0.1 : 0) +
    (summary.length >= 30 ? 0.1 : 0) +
    (tags.length >= 2 ? 0.1 : 0);
  return isRetired(entry) ? points * 0.3 : points;
}

/** Given up by its makers: deprecated, or archived. */
export function isRetired({ retired, tags }: Pick<Entry, 'retired' | 'tags'>): boolean {
  return retired === true || tags.includes('archived');
}

const dayMs = 86_400_000;

/** Days since 1970, 0 where it is not known. */
export function dayOf(date: string | undefined): number {
  const time = date === undefined ? Number.NaN : Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(time) ? 0 : Math.min(65_535, Math.max(0, Math.floor(time / dayMs)));
}

/** 1 for what changed lately, down to 0.8 for what rested three years; counted from the newest entry, not from today. */
export function freshnessOf(day: number, newest: number): number {
  if (day === 0 || newest === 0) return 0.95;
  const years = Math.max(0, newest - day) / 365;
  return 1 - 0.2 * Math.min(1, years / 3);
}
