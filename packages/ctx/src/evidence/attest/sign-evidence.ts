// A session, a report or an export signed: its statement made, put into its envelopes, and written when it is whole. What somebody
// else signed is never replaced.

import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../disk/atomic.js';
import { makeFolders } from '../../disk/folders.js';
import { nonce } from '../../disk/nonce.js';
import { removeIfPossible } from '../../disk/remove-if-possible.js';
import { unsettled, writeFailure } from '../../disk/system-errors.js';
import type { Environment } from '../../disk/user-folder.js';
import { whileLocked } from '../../disk/while-locked.js';
import { fail } from '../../protocol/codes.js';
import { hintOf } from '../../sign/dsse.js';
import type { PublicKey } from '../../sign/public-key.js';
import type { Signer } from '../../sign/signer.js';
import { type MadeStatement, makeStatement, type ToSign } from './make-statement.js';
import { readSignatures } from './read-signatures.js';
import { type Envelopes, type Format, refuseFormat, signStatement } from './sign-statement.js';
import { type StatementFiles, statementFiles } from './statement-files.js';

interface Signing extends ToSign {
  readonly signer: Signer;
  readonly format: Format;
  readonly folder?: string | undefined;
  readonly env: Environment;
}

export interface SignedEvidence extends MadeStatement {
  readonly statement: string;
  readonly signature: string;
  readonly bundle: string;
  readonly key: string;
}

/** Nothing is written before the signature is there. */
export async function signEvidence({
  signer,
  format,
  env,
  folder,
  ...evidence
}: Signing): Promise<SignedEvidence> {
  refuseFormat(signer, format);
  const place = folder ?? dirname(evidence.path);
  const files = statementFiles(evidence.path, place);
  refuseOthersSignature(files, signer.publicKey);
  const made = await makeStatement(evidence);
  const envelopes = await signStatement(made.text, signer, format, env);
  try {
    makeFolders(place, 0o700);
  } catch (error) {
    throw writeFailure(error, place);
  }
  // Two that sign at once must not leave the statement of one with the signature of the other.
  const turn = { lockFile: `${files.statement}.lock`, target: files.statement, patienceMs: 20_000 };
  await whileLocked(turn, () => {
    // Somebody else may have signed meanwhile.
    refuseOthersSignature(files, signer.publicKey);
    writeStatement(files, made.text, envelopes);
  });
  return { ...made, ...files, key: signer.publicKey.fingerprint };
}

/** Before anything is signed: a signature by another key, or one that nobody can read, is not ours to replace. */
function refuseOthersSignature(files: StatementFiles, key: PublicKey): void {
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
 * All of it is on the disk under other names first, so that a full disk costs nobody an older signature. Then the old envelopes
 * go: whoever is killed in between leaves a statement that nobody signed, never one with the signature over another. A link
 * in the place of one of them is replaced, not followed.
 */
export function writeStatement(
  files: StatementFiles,
  statement: string,
  { signature, bundle }: Envelopes,
): void {
  const written = [
    { path: files.statement, text: statement },
    ...(signature === undefined ? [] : [{ path: files.signature, text: signature }]),
    ...(bundle === undefined ? [] : [{ path: files.bundle, text: bundle }]),
  ].map(({ path, text }) => ({ path, text, own: join(dirname(path), `.ctx-${nonce()}.tmp`) }));
  try {
    for (const { own, text } of written) writeFileSync(own, text, { flag: 'wx', mode: 0o600, flush: true });
    rmSync(files.signature, { force: true });
    rmSync(files.bundle, { force: true });
    for (const { own, path } of written) renameSync(own, path);
  } catch (error) {
    for (const { own } of written) removeIfPossible(own);
    throw writeFailure(error, files.statement);
  }
  try {
    syncFolder(dirname(files.statement));
  } catch (error) {
    throw unsettled(error, files.statement);
  }
}
