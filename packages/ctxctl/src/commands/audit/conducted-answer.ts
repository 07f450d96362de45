// What the commands answer that conduct an audit.

import * as t from 'typebox';
import { closed } from '../../../../ctx/src/kit/command.js';
import { type Audit, conductAudit } from '../../audit/conduct.js';
import { statuses } from '../../audit/report.js';

export const conductedSchema = t.Object(
  {
    path: t.String(),
    commit_range: t.String(),
    status: t.Enum(statuses),
    findings: t.Array(t.String()),
    resolved: t.Array(t.String()),
  },
  closed,
);

export type ConductedAnswer = t.Static<typeof conductedSchema>;

interface Around {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: { now(): number };
  readonly program: { readonly version: string };
}

export function conducted(
  audit: Audit,
  root: string,
  range: string | undefined,
  { env, clock, program }: Around,
): ConductedAnswer {
  const { path, commitRange, status, findings, resolved } = conductAudit(audit, {
    root,
    range: range ?? 'main..HEAD',
    generator: `ctxctl ${program.version} audit ${audit.kind}`,
    env,
    now: clock.now(),
  });
  return { path, commit_range: commitRange, status, findings: [...findings], resolved: [...resolved] };
}

export function conductedText({ path, findings, resolved }: ConductedAnswer): string {
  const lines = findings.map((line) => `  ${line}\n`).join('');
  const head =
    findings.length === 0
      ? 'Clean.'
      : `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}:`;
  const gone = resolved.length === 0 ? '' : `${resolved.length} resolved since the last report.\n`;
  return `${head}\n${lines}${gone}Written to ${path}.`;
}
