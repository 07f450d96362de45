// The shape of a report in the answers of the audit commands.

import * as t from 'typebox';
import { closed } from '../../../../ctx/src/kit/command.js';
import type { Words } from '../../../../ctx/src/kit/failures.js';
import { type Freshness, isStale } from '../../audit/freshness.js';
import { digestVerdicts, type Report, statuses } from '../../audit/report.js';
import { type ReportState, reportStates } from '../../audit/report-state.js';
import type { ReportFile } from '../../audit/reports.js';
import type { StaleCount } from '../../audit/stale-counts.js';

export const reportSchema = t.Object(
  {
    id: t.String(),
    path: t.String(),
    standing: t.Enum(reportStates),
    status: t.Optional(t.Enum(statuses)),
    commit_range: t.Optional(t.String()),
    generated_at: t.Optional(t.String()),
    generator: t.Optional(t.String()),
    digest: t.Optional(t.String()),
    digest_verdict: t.Optional(t.Enum(digestVerdicts)),
    stale: t.Optional(t.Boolean()),
    head: t.Optional(t.Enum(['inside', 'left', 'unknown'])),
    /** How often the relay told it while it was stale. */
    told_stale: t.Optional(t.Object({ days: t.Integer(), prompts: t.Integer() }, closed)),
    problem: t.Optional(t.String()),
  },
  closed,
);

export type ReportAnswer = t.Static<typeof reportSchema>;

export function readableAnswer(
  { id, path, report }: { readonly id: string; readonly path: string; readonly report: Report },
  standing: ReportState,
  freshness: Freshness,
  staleCount: StaleCount | undefined,
): ReportAnswer {
  return {
    id,
    path,
    standing,
    status: report.status,
    commit_range: report.commitRange,
    generated_at: report.generatedAt,
    generator: report.generator,
    digest: report.digest,
    digest_verdict: report.digestVerdict,
    stale: isStale(freshness),
    head: freshness.head,
    ...(staleCount !== undefined && { told_stale: { days: staleCount.days, prompts: staleCount.prompts } }),
  };
}

export function unreadableAnswer({ id, path }: ReportFile, { message }: Words): ReportAnswer {
  return { id, path, standing: 'unreadable', problem: message };
}
