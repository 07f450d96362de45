// The rules of going on: what a run takes over from the one before it, and limits that change only where a resume says so.

import type { Budget, PlannedRun, RecordOf } from '../../protocol/records.js';
import { changedLimits, type LimitChange } from '../../session/limits.js';
import type { Findings } from './findings.js';
import type { RunCheck } from './run-check.js';

export interface GoingOn {
  readonly plannedRun: PlannedRun | undefined;
  /** What a resume since the last run said it changed. */
  readonly limits: readonly LimitChange[];
}

export function checkGoingOn(
  { seq, settings, reopens }: RecordOf<'run.opened'>,
  continued: RunCheck | undefined,
  { plannedRun, limits }: GoingOn,
  findings: Findings,
): void {
  if (reopens !== plannedRun?.reopens)
    findings.add(
      'reopen_untrue',
      seq,
      'it continues a turn although the plan says otherwise, or the reverse',
    );
  if (reopens && continued?.unfinished === undefined)
    findings.add('reopen_untrue', seq, 'the run before it left no turn to continue');
  if (continued !== undefined && !isSaid(continued.settings.budget, settings.budget, limits))
    findings.add(
      'limits_untrue',
      seq,
      'its limits differ from those of the run that it continues, and no resume recorded the change',
    );
}

/** What the record says it changed is what changed in the settings of the open run. */
export function checkResumption(
  { seq, settings, limits = [], model, effort }: RecordOf<'session.resumed'>,
  { settings: before }: RunCheck,
  findings: Findings,
): void {
  const after = settings ?? before;
  if (!isSaid(before.budget, after.budget, limits))
    findings.add('limits_untrue', seq, 'the limits did not change as it says');
  const isOther = before.model !== after.model;
  if (isOther !== (model !== undefined) || (isOther && model?.to !== after.model))
    findings.add('resume_untrue', seq, 'the model did not change as it says');
  const isEffortSaid =
    before.effort === after.effort
      ? effort === undefined
      : effort?.to === after.effort && effort?.from === (before.effort ?? null);
  if (!isEffortSaid) findings.add('resume_untrue', seq, 'the effort did not change as it says');
}

function isSaid(before: Budget, after: Budget, said: readonly LimitChange[]): boolean {
  const changes = changedLimits(before, after);
  return (
    changes.length === said.length &&
    changes.every(({ limit, from, to }) =>
      said.some((one) => one.limit === limit && one.from === from && one.to === to),
    )
  );
}
