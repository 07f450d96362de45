// A statement in one envelope or in both.

import type { Environment } from '../../disk/user-folder.js';
import { fail } from '../../protocol/codes.js';
import { signedByPerson } from '../../sign/by-person.js';
import { bundleText, fitsBundle, preAuthentication } from '../../sign/dsse.js';
import type { Signer } from '../../sign/signer.js';
import { plainSignature, signatureHolds } from '../../sign/ssh-signature.js';
import { readSshsig, signedData, sshsigHolds, sshsigText } from '../../sign/sshsig.js';

export interface Envelopes {
  readonly signature?: string | undefined;
  readonly bundle?: string | undefined;
}

export const formats = ['ssh', 'in-toto', 'both'] as const;
export type Format = (typeof formats)[number];

/** Before anything is made: whether this key can sign in this format. */
export function refuseFormat({ publicKey, source, byPerson }: Signer, format: Format): void {
  if (format === 'ssh') return;
  if (!fitsBundle(publicKey))
    throw fail('signing_key_unusable', {
      operation: 'sign',
      target: source,
      reason: `bundles take ed25519, RSA and ECDSA keys on P-256, and this is ${publicKey.type}`,
    });
  if (byPerson !== undefined)
    throw fail('signing_passphrase', {
      operation: 'sign',
      target: byPerson,
      token: publicKey.application !== undefined,
    });
}

export async function signStatement(
  statement: string,
  signer: Signer,
  format: Format,
  env: Environment,
): Promise<Envelopes> {
  const message = Buffer.from(statement);
  return {
    ...(format !== 'in-toto' && { signature: await sshsigOver(message, signer, env) }),
    ...(format !== 'ssh' && { bundle: await bundleOver(message, signer) }),
  };
}

/** Checked before anybody sees it: an agent can answer anything. */
export async function sshsigOver(message: Buffer, signer: Signer, env: Environment): Promise<string> {
  const { publicKey, byPerson } = signer;
  if (byPerson !== undefined) {
    const text = signedByPerson(byPerson, message, env);
    const read = readSshsig(text);
    if (!read.publicKey.blob.equals(publicKey.blob) || !sshsigHolds(read, message))
      throw refused(publicKey.fingerprint);
    return text;
  }
  const data = signedData(message);
  const signature = await signer.sign(data, 'sha512');
  if (!signatureHolds(publicKey, signature, data)) throw refused(publicKey.fingerprint);
  return sshsigText(publicKey, signature);
}

async function bundleOver(message: Buffer, { publicKey, sign }: Signer): Promise<string> {
  const data = preAuthentication(message);
  const signature = await sign(data, 'sha256');
  if (!signatureHolds(publicKey, signature, data)) throw refused(publicKey.fingerprint);
  return bundleText(publicKey, message, plainSignature(signature, publicKey));
}

function refused(target: string) {
  return fail('signing_refused', { operation: 'sign', target });
}
