// Who signed a contract's statement: each signature beside it, held against the signers that somebody allows.

import { join } from 'node:path';
import {
  type AllowedSigner,
  allowedBy,
  bundleHolds,
  hintOf,
  type ReadSignature,
  readSignatures,
} from '../../../../ctx/src/kit/sign.js';
import { evidenceNames } from './evidence.js';

export interface Signers {
  readonly allowed: readonly AllowedSigner[];
  /** When a key has to be allowed. */
  readonly at: number;
}

export interface CheckedSignature {
  readonly file: string;
  readonly envelope: 'sshsig' | 'dsse';
  /** `good`, `unchecked` where nobody said who may sign, or a code. */
  readonly state: string;
  readonly message?: string;
  readonly signed_by: readonly string[];
  /** As `ssh-keygen -l` shows it. */
  readonly key?: string;
}

export function checkedSignatures(folder: string, signers: Signers | undefined): CheckedSignature[] {
  const { statement, signature, bundle } = evidenceNames;
  const files = {
    statement: join(folder, statement),
    signature: join(folder, signature),
    bundle: join(folder, bundle),
  };
  return readSignatures(files).map((read) => judged(read, signers));
}

function judged(read: ReadSignature, signers: Signers | undefined): CheckedSignature {
  const { file, envelope } = read;
  const plain = { file, envelope, signed_by: [] };
  if ('problem' in read) return { ...plain, state: read.problem.code, message: read.problem.message };
  const named = (signers?.allowed ?? []).filter(({ publicKey }) =>
    read.envelope === 'sshsig'
      ? publicKey.blob.equals(read.key.blob)
      : hintOf(publicKey) === read.bundle.hint,
  );
  const key = read.envelope === 'sshsig' ? read.key : named[0]?.publicKey;
  const known = { ...plain, ...(key !== undefined && { key: key.fingerprint }) };
  const holds = read.envelope === 'sshsig' ? read.holds : key === undefined || bundleHolds(read.bundle, key);
  if (!holds)
    return {
      ...known,
      state: 'signature_invalid',
      message: 'the key did not sign this statement: one of the two was changed',
    };
  if (signers === undefined) return { ...known, state: 'unchecked' };
  const namespace = read.envelope === 'sshsig' ? read.namespace : 'ctx-session';
  const [allowed, why] = allowedBy(named, namespace, signers.at);
  const signed_by = allowed.flatMap(({ principals }) => principals);
  return why === undefined
    ? { ...known, signed_by, state: 'good' }
    : { ...known, signed_by, state: why.code, message: why.message };
}
