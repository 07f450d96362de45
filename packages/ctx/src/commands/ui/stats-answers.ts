// Cost and trends for the page: the sums of `ctx stats`, made in slices and kept until something changes.

import type { StatsAnswer } from '../../dashboard/api.js';
import type { Dashboard } from '../../dashboard/dashboard.js';
import { eachLog } from '../../dashboard/each-log.js';
import { estimate, tablesOf } from '../../evidence/stats/tables.js';
import { type Dimension, dimensions, statsFold } from '../../evidence/stats/usage-sums.js';
import { fail } from '../../protocol/codes.js';
import { recordShapes } from '../../session/shape.js';
import { sinceDay } from '../since-day.js';

const mostMs = 60_000;
const mostKept = 8;

export type StatsOf = (since: string | null) => Promise<StatsAnswer>;

/** Who asks for the same at the same time waits for the same answer. */
export function statsOf(dashboard: Dashboard): StatsOf {
  const kept = new Map<string, { readonly changes: number; readonly answer: Promise<StatsAnswer> }>();
  async function made(from: string): Promise<StatsAnswer> {
    const fold = statsFold(recordShapes(), estimate, from);
    // Copies of an answer count in the first log: always in the same order.
    const entries = [...(await dashboard.entries())].sort((a, b) => (a.path < b.path ? -1 : 1));
    const bounds = { signal: new AbortController().signal, mostMs };
    const { read, unreadable, left } = await eachLog(entries, bounds, (descriptor, { project }) =>
      fold.add(descriptor, project),
    );
    return { ...tablesOf(fold.stats), sessions_read: read, sessions_unreadable: unreadable + left };
  }
  return (since) => {
    const from = since === null || since === '' ? '' : sinceDay(since);
    const { changes } = dashboard;
    const known = kept.get(from);
    if (known?.changes === changes) return known.answer;
    const answer = made(from);
    kept.delete(from);
    kept.set(from, { changes, answer });
    for (const key of kept.keys()) if (kept.size > mostKept) kept.delete(key);
    answer.catch(() => kept.delete(from));
    return answer;
  };
}

export function statsCsv(answer: StatsAnswer, by: string | null): string {
  const dimension = dimensions.find((name): name is Dimension => name === (by ?? 'day'));
  if (dimension === undefined)
    throw fail('flag_value_invalid', {
      operation: 'parse',
      target: 'by',
      value: by ?? '',
      wanted: dimensions.join(', '),
    });
  const names = Object.keys(answer.total);
  const rows = answer[dimension].map((row) => {
    const sums = Object.fromEntries(Object.entries(row));
    return [cell(row.name), ...names.map((name) => String(sums[name]))].join(',');
  });
  return [[dimension, ...names].join(','), ...rows].map((line) => `${line}\r\n`).join('');
}

/** A name that a spreadsheet would take for a formula is text. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
