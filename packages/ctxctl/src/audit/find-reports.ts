// A report by the id that somebody asked for.

import { nearest } from '../../../ctx/src/kit/failures.js';
import { fail } from '../codes.js';
import type { Report } from './report.js';
import { type ReportFile, readReports } from './reports.js';

type Readable = Extract<ReportFile, { report: Report }>;

/** The reports of these ids. One that is unknown or cannot be read fails all: nothing is done by halves. */
export function findReports(root: string, ids: readonly string[], operation: string): Readable[] {
  const files = readReports(root);
  const known = files.map(({ id }) => id);
  return ids.map((id) => {
    const found = files.find((each) => each.id === id);
    if (found === undefined)
      throw fail('unknown_id', { operation, target: id, known, nearest: nearest(id, known) });
    if ('failure' in found) throw found.failure;
    return found;
  });
}
