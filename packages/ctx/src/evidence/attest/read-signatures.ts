// The signatures that lie beside something, read and not yet believed: which key each names, and whether that key made it.

import { basename } from 'node:path';
import { isThere } from '../../disk/is-there.js';
import { readPlainFile } from '../../disk/plain-file.js';
import { readFailure } from '../../disk/system-errors.js';
import { type Bundle, readBundle } from '../../sign/dsse.js';
import type { PublicKey } from '../../sign/public-key.js';
import { readSshsig, sshsigHolds } from '../../sign/sshsig.js';
import { WireFault } from '../../sign/wire.js';
import type { FindingCode } from '../verify/findings.js';
import type { StatementFiles } from './statement-files.js';

export interface Problem {
  readonly code: FindingCode;
  readonly message: string;
}

export type ReadSignature =
  | {
      readonly envelope: 'sshsig';
      readonly file: string;
      readonly statement: Buffer;
      readonly key: PublicKey;
      readonly namespace: string;
      /** Whether the key that it carries made it over the statement. */
      readonly holds: boolean;
    }
  | { readonly envelope: 'dsse'; readonly file: string; readonly statement: Buffer; readonly bundle: Bundle }
  | { readonly envelope: 'sshsig' | 'dsse'; readonly file: string; readonly problem: Problem };

/** Nothing that ctx writes is larger. */
const largest = 1 << 24;

export function readSignatures(files: StatementFiles): ReadSignature[] {
  const statement = bytesOf(files.statement);
  const [signature, bundle] = [bytesOf(files.signature), bytesOf(files.bundle)];
  return [
    ...(signature === undefined ? [] : [sshsigIn(signature, basename(files.signature), statement)]),
    ...(bundle === undefined ? [] : [dsseIn(bundle, basename(files.bundle), statement)]),
  ];
}

function sshsigIn(bytes: Buffer, file: string, statement: Buffer | undefined): ReadSignature {
  const envelope = 'sshsig';
  if (statement === undefined)
    return {
      envelope,
      file,
      problem: problem('statement_missing', 'the statement that it signs is not beside it'),
    };
  try {
    const read = readSshsig(bytes.toString('latin1'));
    const { publicKey: key, namespace } = read;
    return { envelope, file, statement, key, namespace, holds: sshsigHolds(read, statement) };
  } catch (error) {
    if (!(error instanceof WireFault)) throw error;
    return { envelope, file, problem: problem('signature_malformed', error.message) };
  }
}

function dsseIn(bytes: Buffer, file: string, statement: Buffer | undefined): ReadSignature {
  const envelope = 'dsse';
  const bundle = readBundle(bytes.toString('latin1'));
  if (typeof bundle === 'string') return { envelope, file, problem: problem('bundle_malformed', bundle) };
  if (statement !== undefined && !statement.equals(bundle.payload))
    return {
      envelope,
      file,
      problem: problem('signature_of_other', 'it signs a statement other than the one beside it'),
    };
  return { envelope, file, statement: bundle.payload, bundle };
}

function problem(code: FindingCode, message: string): Problem {
  return { code, message };
}

function bytesOf(path: string): Buffer | undefined {
  try {
    return isThere(path) ? readPlainFile(path, largest) : undefined;
  } catch (error) {
    throw readFailure(error, path);
  }
}
