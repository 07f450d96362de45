// A statement and its signatures on disk. They are written when they are whole, and what somebody else signed is never replaced.

import { rmSync } from 'node:fs';
import { writeAtomically } from '../../disk/atomic.js';
import { writeFailure } from '../../disk/system-errors.js';
import { fail } from '../../protocol/codes.js';
import { hintOf } from '../../sign/dsse.js';
import type { PublicKey } from '../../sign/public-key.js';
import { readSignatures } from './read-signatures.js';
import type { StatementFiles } from './statement-files.js';

export interface Envelopes {
  readonly signature?: string | undefined;
  readonly bundle?: string | undefined;
}

/** Before anything is signed: a signature by another key, or one that nobody can read, is not ours to replace. */
export function refuseOthersSignature(files: StatementFiles, key: PublicKey): void {
  for (const read of readSignatures(files)) {
    const isOurs =
      !('problem' in read) &&
      (read.envelope === 'sshsig' ? read.key.blob.equals(key.blob) : read.bundle.hint === hintOf(key));
    if (isOurs) continue;
    const target = read.envelope === 'sshsig' ? files.signature : files.bundle;
    throw fail('signature_exists', { operation: 'sign', target });
  }
}

/**
 * The old envelopes go first: whoever is killed in between leaves a statement that nobody signed, never one with the
 * signature over another.
 */
export function writeStatement(
  files: StatementFiles,
  statement: string,
  { signature, bundle }: Envelopes,
): void {
  try {
    rmSync(files.signature, { force: true });
    rmSync(files.bundle, { force: true });
  } catch (error) {
    throw writeFailure(error, files.signature);
  }
  writeAtomically(files.statement, statement, 0o600);
  if (signature !== undefined) writeAtomically(files.signature, signature, 0o600);
  if (bundle !== undefined) writeAtomically(files.bundle, bundle, 0o600);
}
