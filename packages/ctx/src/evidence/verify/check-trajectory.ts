// A trajectory: what it says of its session and its run, and that its steps are numbered without a gap.

import * as t from 'typebox';
import { Check } from 'typebox/schema';
import { fittingJson } from '../../protocol/parsed-json.js';
import { digest } from '../../protocol/records/members.js';
import { stopReasons } from '../../protocol/records.js';
import { atifVersion } from '../trajectory/step.js';
import type { Findings } from './findings.js';
import { bytesOf } from './folder-files.js';
import type { LooseFile } from './loose-file.js';
import { trajectoryEnding } from './loose-kind.js';

const trajectory = t.Object({
  schema_version: t.Literal(atifVersion),
  session_id: t.String(),
  steps: t.Array(t.Object({ step_id: t.Integer() }), { minItems: 1 }),
  extra: t.Object({
    ctx: t.Object({
      run_id: t.String(),
      stop_reason: t.Enum([...stopReasons, 'open']),
      chain_head: digest(),
    }),
  }),
});

const unknown: LooseFile = { session_id: undefined, runs: [], made: {} };

export function checkTrajectory(path: string, name: string, findings: Findings): LooseFile {
  const bytes = bytesOf(path);
  // Only the session can say anything of one that is too large to be held.
  if (bytes === undefined) return unknown;
  const value = fittingJson(bytes.toString(), isTrajectory);
  if (value === undefined || value.steps.some(({ step_id }, i) => step_id !== i + 1)) {
    findings.add('evidence_malformed', name, 'it is not a trajectory in the form that ctx writes');
    return unknown;
  }
  const { run_id, stop_reason, chain_head } = value.extra.ctx;
  if (name !== `${run_id}${trajectoryEnding}`)
    findings.add('evidence_untrue', name, 'it is not about the run in its name');
  return { session_id: value.session_id, chain_head, runs: [{ run_id, stop_reason }], made: {} };
}

function isTrajectory(value: unknown): value is t.Static<typeof trajectory> {
  return Check(trajectory, value);
}
