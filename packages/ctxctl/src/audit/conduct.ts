// Conducts one audit: a clean tree, a range of commits, findings, a report. An audit itself is one small function.

import { type Range, requireCleanTree, resolveRange } from './git.js';
import type { Status } from './report.js';
import { type Audited, bodyOf, findingsIn } from './report-body.js';
import { readReports } from './reports.js';
import { writeReport } from './write.js';

export interface Audit {
  /** Also the report's file name. */
  readonly kind: string;
  /** Whether it grades files: then nothing may be there that is not committed. */
  readonly needsCleanTree: boolean;
  examine(root: string, range: Range, around: AuditSurroundings): Audited;
}

export interface AuditSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: number;
}

/** What a command has of ctxctl and of the world. */
interface AuditServices {
  readonly env: AuditSurroundings['env'];
  readonly clock: { now(): number };
  readonly program: { readonly version: string };
}

export interface ConductedAudit {
  readonly path: string;
  readonly commit_range: string;
  readonly status: Status;
  readonly findings: string[];
  readonly resolved: string[];
}

export function conductAudit(
  audit: Audit,
  root: string,
  range: string | undefined,
  { env, clock, program }: AuditServices,
): ConductedAudit {
  const now = clock.now();
  const commits = resolveRange(root, range ?? 'main..HEAD');
  if (audit.needsCleanTree) requireCleanTree(root);
  const audited = audit.examine(root, commits, { env, now });
  const resolved = earlierFindings(root, audit.kind).filter((line) => !audited.findings.includes(line));
  const commit_range = `${commits.from}..${commits.to}`;
  const status = audited.findings.length === 0 ? 'clean' : 'findings';
  const path = writeReport(root, {
    kind: audit.kind,
    status,
    commitRange: commit_range,
    generatedAt: new Date(now).toISOString(),
    generator: `ctxctl ${program.version} audit ${audit.kind}`,
    body: bodyOf(audited, resolved),
  });
  return { path, commit_range, status, findings: [...audited.findings], resolved };
}

/** Only of a report that is what its auditor wrote. */
function earlierFindings(root: string, kind: string): string[] {
  const earlier = readReports(root).find(({ id }) => id === kind);
  return earlier !== undefined && 'report' in earlier && earlier.report.digestVerdict === 'verified'
    ? findingsIn(earlier.report.body)
    : [];
}
