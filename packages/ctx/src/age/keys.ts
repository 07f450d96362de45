// Native age keys (X25519): the secret identity, the public recipient, and their text forms.

import { createPrivateKey, createPublicKey, diffieHellman, type KeyObject, randomBytes } from 'node:crypto';
import { decodeBech32, encodeBech32 } from './bech32.js';

/** Opens what was sealed for its recipient. */
export interface Identity {
  readonly secret: KeyObject;
  readonly recipient: Recipient;
}

/** A public key that a file is sealed for: 32 bytes, `age1…` as text. */
export interface Recipient {
  readonly point: Buffer;
}

const identityPrefix = 'age-secret-key-';
const recipientPrefix = 'age';
// What stands before the 32 bytes of an X25519 key in the forms (PKCS #8, SPKI) that Node takes.
const pkcs8 = Buffer.from('302e020100300506032b656e04220420', 'hex');
const spki = Buffer.from('302a300506032b656e032100', 'hex');

/** A new secret key in its text form, `AGE-SECRET-KEY-1…`. */
export function newIdentity(): string {
  return encodeBech32(identityPrefix, randomBytes(32)).toUpperCase();
}

export function parseIdentity(text: string): Identity | undefined {
  const decoded = decodeBech32(text);
  if (decoded?.prefix !== identityPrefix || decoded.bytes.length !== 32) return undefined;
  return identityOf(decoded.bytes);
}

export function parseRecipient(text: string): Recipient | undefined {
  const decoded = decodeBech32(text);
  if (decoded?.prefix !== recipientPrefix || decoded.bytes.length !== 32) return undefined;
  return { point: decoded.bytes };
}

export function recipientText({ point }: Recipient): string {
  return encodeBech32(recipientPrefix, point);
}

export function ephemeralIdentity(): Identity {
  return identityOf(randomBytes(32));
}

/** The secret that both ends share; nothing for a point that would make it known to everybody (all zeros). */
export function sharedSecret(secret: KeyObject, point: Buffer): Buffer | undefined {
  const publicKey = createPublicKey({ key: Buffer.concat([spki, point]), format: 'der', type: 'spki' });
  try {
    const shared = diffieHellman({ privateKey: secret, publicKey });
    return shared.every((byte) => byte === 0) ? undefined : shared;
  } catch {
    return undefined;
  }
}

function identityOf(scalar: Buffer): Identity {
  const secret = createPrivateKey({ key: Buffer.concat([pkcs8, scalar]), format: 'der', type: 'pkcs8' });
  const point = createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32);
  return { secret, recipient: { point } };
}
