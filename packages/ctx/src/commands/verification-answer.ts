// What `ctx verify` answers of a session, a report or an export.

import * as t from 'typebox';
import { findingCodes } from '../evidence/verify/findings.js';
import { kinds, proofs } from '../evidence/verify/verification.js';
import { closed } from '../protocol/closed.js';
import { stopReasons } from '../protocol/records.js';

export const verification = t.Object(
  {
    path: t.String(),
    kind: t.Enum(kinds),
    verdict: t.Enum(['pass', 'fail', 'incomplete']),
    session_id: t.String(),
    /** Of a session: records that hold. */
    records: t.Optional(t.Integer()),
    /** Of a folder: how many files were looked at. */
    files: t.Optional(t.Integer()),
    bytes: t.Integer(),
    chain_head: t.Optional(t.String()),
    proves: t.Enum(proofs),
    checked: t.Array(t.String()),
    not_checked: t.Array(t.String()),
    /** Whether the head was compared with one that was kept elsewhere. */
    head_checked: t.Boolean(),
    runs: t.Array(
      t.Object(
        {
          run_id: t.String(),
          stop_reason: t.Enum([...stopReasons, 'open']),
          /** How its tools were confined, in words; of a folder nothing is said. */
          sandbox: t.Optional(t.String()),
          agent: t.Optional(t.String()),
        },
        closed,
      ),
    ),
    /** Findings that the session itself holds, the first hundred. */
    noted: t.Optional(t.Array(t.Object({ seq: t.Integer(), code: t.String(), says: t.String() }, closed))),
    /** Where the session was moved to, and did not come back from. */
    moved_to: t.Optional(t.String()),
    findings: t.Array(
      t.Object(
        {
          code: t.Enum(findingCodes),
          verdict: t.Enum(['fail', 'incomplete']),
          /** Of a session: the record it is about; for what is missing, the one that would come next. */
          seq: t.Optional(t.Integer()),
          /** Of a folder: the file it is about. */
          file: t.Optional(t.String()),
          message: t.String(),
        },
        closed,
      ),
    ),
    /** Findings beyond the first hundred. */
    findings_left_out: t.Integer(),
    /** What the checkpoint of this project knows of the session. */
    checkpoint: t.Optional(
      t.Object({ file: t.String(), records: t.Integer(), noted_at: t.String() }, closed),
    ),
    /** With --signers: who signed what, and when. */
    signatures: t.Optional(
      t.Array(
        t.Object(
          {
            file: t.String(),
            envelope: t.Enum(['sshsig', 'dsse']),
            state: t.Enum(['good', ...findingCodes]),
            signed_by: t.Array(t.String()),
            key: t.Optional(t.String()),
            signed_at: t.Optional(t.String()),
            records: t.Optional(t.Integer()),
            subjects: t.Array(t.Object({ name: t.String(), digest: t.String() }, closed)),
          },
          closed,
        ),
      ),
    ),
  },
  closed,
);

export type VerificationAnswer = t.Static<typeof verification>;
