// Where a report stands: does somebody still have to look at it?

import type { Ledger } from './ledger.js';
import type { Shelved } from './shelf.js';

export const standings = ['open', 'clean', 'dismissed', 'unreadable'] as const;
export type Standing = (typeof standings)[number];

/** A report that says it is clean is believed only if its digest is right. */
export function standingOf(shelved: Shelved, ledger: Ledger): Standing {
  if ('failure' in shelved) return 'unreadable';
  const { id, report } = shelved;
  if (ledger.get(id)?.digest === report.digest) return 'dismissed';
  return report.status === 'clean' && report.digestVerdict === 'verified' ? 'clean' : 'open';
}
