// A session held against what the checkpoint on this machine has of it, in the same reading as everything else.

import type { SessionRecord } from '../../protocol/records.js';
import type { Verification } from '../verify/verification.js';
import { withFindings } from '../verify/with-findings.js';
import type { ReadCheckpoint } from './checkpoint-file.js';

export interface KnownHead {
  /** The checkpoint. */
  readonly file: string;
  /** How many records it knows of, and when it was told. */
  readonly records: number;
  readonly noted_at: string;
}

export interface HeadCheck {
  take(record: SessionRecord): void;
  finish(verification: Verification): Verification & { readonly checkpoint?: KnownHead };
}

export function headCheck(session_id: string, file: string, checkpoint: ReadCheckpoint): HeadCheck {
  const { heads, problem, entries } = checkpoint;
  const known = heads.get(session_id);
  const noted_at = entries.findLast(({ sessions }) => sessions.some(({ id }) => id === session_id))?.at ?? '';
  let holds = false;
  return {
    take({ hash, seq }) {
      if (hash === known?.head && seq + 1 === known.records) holds = true;
    },
    finish(verification) {
      if (problem !== undefined) {
        const message = `the checkpoint of this project does not hold (line ${problem.line}: ${problem.says}), so it cannot show that nothing was cut off`;
        return withFindings(verification, [{ code: 'checkpoint_broken', place: file, message }]);
      }
      if (known === undefined) return verification;
      const told = { ...verification, checkpoint: { file, records: known.records, noted_at } };
      // What is broken before that record fails anyway.
      if (holds || verification.verdict === 'fail') return told;
      const message = `it lacks record ${known.records - 1}, which the checkpoint of this project noted at ${noted_at}: it was cut off or written again`;
      const place = verification.records ?? 0;
      return {
        ...told,
        ...withFindings(verification, [{ code: 'checkpoint_head_missing', place, message }]),
      };
    },
  };
}
