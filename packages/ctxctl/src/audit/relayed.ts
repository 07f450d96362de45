// What the relay has to say: everything that is neither clean nor dismissed, and whatever kept it from knowing.

import { Failure } from '../../../ctx/src/protocol/failure.js';
import { type Freshness, freshnessOf } from './freshness.js';
import { type Ledger, readLedger } from './ledger.js';
import { remembered } from './remembered.js';
import type { Report } from './report.js';
import { readShelf, type Shelved } from './shelf.js';
import { standingOf } from './standing.js';

export interface OpenReport {
  readonly id: string;
  readonly report: Report;
  readonly freshness: Freshness;
}

export interface Relayed {
  /** What could not be read: a report, the ledger, the folder. */
  readonly failures: readonly Failure[];
  /** Newest first. */
  readonly reports: readonly OpenReport[];
}

export function relayedOf(root: string, now: number): Relayed {
  const failures: Failure[] = [];
  const memory = remembered(root);
  const shelf = orFailure(() => readShelf(root, memory.digestOf), [], failures);
  const ledger = orFailure<Ledger>(() => readLedger(root), new Map(), failures);
  for (const each of shelf) if ('failure' in each) failures.push(each.failure);
  const open = shelf.filter(isReadable).filter((each) => standingOf(each, ledger) === 'open');
  const freshness = freshnessOf(
    root,
    open.map(({ report }) => report),
    now,
    memory.descendants,
  );
  memory.save();
  const reports = open.flatMap(({ id, report }, i) => {
    const known = freshness[i];
    return known === undefined ? [] : [{ id, report, freshness: known }];
  });
  const when = ({ report }: OpenReport) => Date.parse(report.generatedAt);
  return { failures, reports: reports.sort((a, b) => when(b) - when(a)) };
}

function isReadable(shelved: Shelved): shelved is Extract<Shelved, { report: Report }> {
  return 'report' in shelved;
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
