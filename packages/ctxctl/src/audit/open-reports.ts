// What the relay has to say: everything that is neither clean nor dismissed, and whatever kept it from knowing.

import { Failure } from '../../../ctx/src/kit/failures.js';
import { type Freshness, freshnessOf, isStale } from './freshness.js';
import { type Ledger, readLedger } from './ledger.js';
import { relayCache } from './relay-cache.js';
import type { Report } from './report.js';
import { stateOf } from './report-state.js';
import { type ReportFile, readReports } from './reports.js';
import { countStale, type StaleCount } from './stale-counts.js';

export interface OpenReport {
  readonly id: string;
  readonly report: Report;
  readonly freshness: Freshness;
  /** How often it was told while it was STALE; nothing where it is not. */
  readonly staleCount?: StaleCount | undefined;
}

export interface OpenReports {
  /** What could not be read: a report, the ledger, the folder. */
  readonly failures: readonly Failure[];
  /** Newest first. */
  readonly reports: readonly OpenReport[];
}

export function readOpenReports(root: string, now: number): OpenReports {
  const failures: Failure[] = [];
  const cache = relayCache(root);
  const files = orFailure(() => readReports(root, cache.digestOf), [], failures);
  const ledger = orFailure<Ledger>(() => readLedger(root), new Map(), failures);
  for (const each of files) if ('failure' in each) failures.push(each.failure);
  const open = files.filter(isReadable).filter((each) => stateOf(each, ledger) === 'open');
  const freshness = freshnessOf(
    root,
    open.map(({ report }) => report),
    now,
    cache.descendants,
  );
  cache.save();
  const found = open.flatMap(({ id, report }, i) => {
    const known = freshness[i];
    return known === undefined ? [] : [{ id, report, freshness: known }];
  });
  const stale = found.filter((each) => isStale(each.freshness));
  const counts = countStale(root, stale, now);
  const reports = found.map((each) => ({ ...each, staleCount: counts.get(each.id) }));
  const when = ({ report }: OpenReport) => Date.parse(report.generatedAt);
  return { failures, reports: reports.sort((a, b) => when(b) - when(a)) };
}

function isReadable(file: ReportFile): file is Extract<ReportFile, { report: Report }> {
  return 'report' in file;
}

function orFailure<T>(read: () => T, otherwise: T, failures: Failure[]): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    failures.push(error);
    return otherwise;
  }
}
