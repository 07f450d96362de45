// A session, a report or an export signed: its statement made, put into its envelopes, and written where it belongs.

import { dirname } from 'node:path';
import type { Services } from '../cli/command.js';
import { makeFolders } from '../disk/folders.js';
import { waitForLock } from '../disk/lock.js';
import { writeFailure } from '../disk/system-errors.js';
import { type MadeStatement, makeStatement, type ToSign } from '../evidence/attest/make-statement.js';
import { type Format, refuseFormat, signStatement } from '../evidence/attest/sign-statement.js';
import { statementFiles } from '../evidence/attest/statement-files.js';
import { refuseOthersSignature, writeStatement } from '../evidence/attest/write-statement.js';
import { fail } from '../protocol/codes.js';
import type { Signer } from '../sign/signer.js';

interface Signing extends Pick<ToSign, 'path' | 'source' | 'commits'> {
  readonly signer: Signer;
  readonly format: Format;
  readonly folder?: string | undefined;
}

export interface SignedEvidence extends MadeStatement {
  readonly statement: string;
  readonly signature: string;
  readonly bundle: string;
  readonly key: string;
}

/** Nothing is written before the signature is there. */
export async function signEvidence(
  { path, source, commits, signer, format, folder = dirname(path) }: Signing,
  { env, clock, program }: Pick<Services, 'env' | 'clock' | 'program'>,
): Promise<SignedEvidence> {
  refuseFormat(signer, format);
  const files = statementFiles(path, folder);
  refuseOthersSignature(files, signer.publicKey);
  const made = await makeStatement({ path, source, commits, version: program.version, now: clock.now() });
  const envelopes = await signStatement(made.text, signer, format, env);
  try {
    makeFolders(folder, 0o700);
  } catch (error) {
    throw writeFailure(error, folder);
  }
  await inTurn(files.statement, () => {
    // Somebody else may have signed meanwhile.
    refuseOthersSignature(files, signer.publicKey);
    writeStatement(files, made.text, envelopes);
  });
  return { ...made, ...files, key: signer.publicKey.fingerprint };
}

/** Two that sign at once must not leave the statement of one with the signature of the other. */
async function inTurn(file: string, write: () => void): Promise<void> {
  const lockFile = `${file}.lock`;
  const attempt = await waitForLock(lockFile, 20_000);
  if (!attempt.taken)
    throw fail('store_busy', { operation: 'lock', target: file, lockFile, ...attempt.owner });
  try {
    write();
  } finally {
    attempt.lock.release();
  }
}
