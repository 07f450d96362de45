// A report by the id that somebody asked for.

import { nearest } from '../../../ctx/src/protocol/nearest.js';
import { fail } from '../codes.js';
import type { Report } from './report.js';
import { readShelf, type Shelved } from './shelf.js';

type Readable = Extract<Shelved, { report: Report }>;

/** The reports of these ids. One that is unknown or cannot be read fails all: nothing is done by halves. */
export function findReports(root: string, ids: readonly string[], operation: string): Readable[] {
  const shelf = readShelf(root);
  const known = shelf.map(({ id }) => id);
  return ids.map((id) => {
    const found = shelf.find((each) => each.id === id);
    if (found === undefined)
      throw fail('unknown_id', { operation, target: id, known, nearest: nearest(id, known) });
    if ('failure' in found) throw found.failure;
    return found;
  });
}
