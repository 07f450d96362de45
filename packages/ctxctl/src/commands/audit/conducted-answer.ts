// What the commands answer that conduct an audit.

import * as t from 'typebox';
import { closed } from '../../../../ctx/src/kit/command.js';
import type { ConductedAudit } from '../../audit/conduct.js';
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

export function conductedText({ path, findings, resolved }: ConductedAudit): string {
  const lines = findings.map((line) => `  ${line}\n`).join('');
  const head =
    findings.length === 0
      ? 'Clean.'
      : `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}:`;
  const gone = resolved.length === 0 ? '' : `${resolved.length} resolved since the last report.\n`;
  return `${head}\n${lines}${gone}Written to ${path}.`;
}
