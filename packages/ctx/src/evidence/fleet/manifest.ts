// The manifest of an exported fleet: every log with its head and the digest of its bytes, and the fleet's own.

import * as t from 'typebox';
import { closed } from '../../protocol/closed.js';
import { canonical } from '../../protocol/json.js';
import { totals } from '../../protocol/records.js';
import { amounts, logHead, outcomes } from '../../store/fleet-records.js';
import { type FleetState, totalsOf } from '../../store/fleet-state.js';

export const manifestName = 'manifest.json';
export const reportName = 'report.html';
export const manifestSchemaName = 'ctx.fleet/1';

const sha256 = () => t.String({ pattern: '^[0-9a-f]{64}$' });

export const manifestDocument = t.Object(
  {
    schema: t.Literal(manifestSchemaName),
    fleet_id: t.String(),
    /** The fleet's own log. */
    fleet: t.Object({ file: t.String(), head: logHead, sha256: sha256() }, closed),
    report: t.Object({ file: t.String(), sha256: sha256() }, closed),
    sessions: t.Array(
      t.Object(
        {
          session_id: t.String(),
          log: t.String(),
          file: t.String(),
          outcome: t.Enum(outcomes),
          cause: t.String(),
          head: logHead,
          sha256: sha256(),
        },
        closed,
      ),
    ),
    totals,
    spent: amounts,
  },
  closed,
);
export type Manifest = t.Static<typeof manifestDocument>;

export interface ManifestDigests {
  readonly fleet: Manifest['fleet'];
  readonly report: string;
  /** Of each log's bytes. */
  readonly logs: ReadonlyMap<string, string>;
}

export function manifestText(state: FleetState, digests: ManifestDigests): string {
  const sessions = [...state.sessions.values()].flatMap(({ queued: { session_id }, logs }) =>
    [...logs.values()].flatMap(({ log, head, outcome, cause }) =>
      head === undefined
        ? []
        : [
            {
              session_id,
              log,
              file: logFile(log),
              outcome,
              cause,
              head,
              sha256: digests.logs.get(log) ?? '',
            },
          ],
    ),
  );
  const manifest: Manifest = {
    schema: manifestSchemaName,
    fleet_id: state.fleet_id,
    fleet: digests.fleet,
    report: { file: reportName, sha256: digests.report },
    sessions,
    totals: totalsOf(state),
    spent: state.spent,
  };
  return `${canonical(manifest)}\n`;
}

export function logFile(log: string): string {
  return `sessions/${log}.jsonl`;
}
