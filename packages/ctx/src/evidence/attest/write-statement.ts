// A statement and its signatures on disk. They are written when they are whole, and what somebody else signed is never replaced.

import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../disk/atomic.js';
import { nonce } from '../../disk/nonce.js';
import { removeIfPossible } from '../../disk/remove-if-possible.js';
import { unsettled, writeFailure } from '../../disk/system-errors.js';
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
    for (const { own, text } of written) writeSynced(own, text);
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

function writeSynced(path: string, text: string): void {
  const descriptor = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
