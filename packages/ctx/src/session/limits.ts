// What somebody set otherwise in a run's limits: the log says each with what it was and what it is.

import { type Budget, limits, type RecordBodies } from '../protocol/records.js';

export type LimitChange = NonNullable<RecordBodies['session.resumed']['limits']>[number];

/** Null is unlimited. */
export function changedLimits(before: Budget, after: Budget): LimitChange[] {
  return limits
    .map((limit) => ({ limit, from: before[limit] ?? null, to: after[limit] ?? null }))
    .filter(({ from, to }) => from !== to);
}

export function isRaised({ from, to }: LimitChange): boolean {
  return from !== null && (to === null || to > from);
}
