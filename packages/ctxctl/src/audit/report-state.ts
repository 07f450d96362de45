// Where a report stands: does somebody still have to look at it?

import type { Ledger } from './ledger.js';
import type { ReportFile } from './reports.js';

export const reportStates = ['open', 'clean', 'dismissed', 'unreadable'] as const;
export type ReportState = (typeof reportStates)[number];

/** A report that says it is clean is believed only if its digest is right. */
export function stateOf(file: ReportFile, ledger: Ledger): ReportState {
  if ('failure' in file) return 'unreadable';
  const { id, report } = file;
  if (ledger.get(id)?.digest === report.digest) return 'dismissed';
  return report.status === 'clean' && report.digestVerdict === 'verified' ? 'clean' : 'open';
}
