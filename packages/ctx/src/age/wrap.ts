// How the key of a file is wrapped for those who may open it: for a recipient (X25519), or by a passphrase (scrypt).

import { hkdfSync, randomBytes, scryptSync } from 'node:crypto';
import { chachaOpen, chachaSeal } from './chacha.js';
import { encodeBase64, type Stanza } from './header.js';
import { ephemeralIdentity, type Identity, type Recipient, sharedSecret } from './keys.js';
import { DamagedHeader, type ForPassphrase, type ForPublicKey } from './recipient-stanza.js';

const x25519Label = 'age-encryption.org/v1/X25519';
const scryptLabel = 'age-encryption.org/v1/scrypt';
/** About a second of work for each guess: what the age program uses. */
const workFactor = 18;
const noNonce = Buffer.alloc(12);

/** Nothing for a recipient that is no proper public key. */
export function wrapFor(recipient: Recipient, fileKey: Buffer): Stanza | undefined {
  const ephemeral = ephemeralIdentity();
  const share = ephemeral.recipient.point;
  const shared = sharedSecret(ephemeral.secret, recipient.point);
  if (shared === undefined) return undefined;
  const key = x25519Key(shared, share, recipient.point);
  return { words: ['X25519', encodeBase64(share)], body: chachaSeal(key, noNonce, fileKey) };
}

export function unwrapWith(identity: Identity, { share, body }: ForPublicKey): Buffer | undefined {
  const shared = sharedSecret(identity.secret, share);
  if (shared === undefined)
    throw new DamagedHeader('a stanza of its header holds a key that everybody knows');
  return chachaOpen(x25519Key(shared, share, identity.recipient.point), noNonce, body);
}

export function wrapByPassphrase(passphrase: string, fileKey: Buffer): Stanza {
  const salt = randomBytes(16);
  const key = scryptKey(passphrase, salt, workFactor);
  return {
    words: ['scrypt', encodeBase64(salt), String(workFactor)],
    body: chachaSeal(key, noNonce, fileKey),
  };
}

export function unwrapByPassphrase(
  passphrase: string,
  { salt, factor, body }: ForPassphrase,
): Buffer | undefined {
  return chachaOpen(scryptKey(passphrase, salt, factor), noNonce, body);
}

function x25519Key(shared: Buffer, share: Buffer, point: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', shared, Buffer.concat([share, point]), x25519Label, 32));
}

function scryptKey(passphrase: string, salt: Buffer, factor: number): Buffer {
  const cost = 2 ** factor;
  const salted = Buffer.concat([Buffer.from(scryptLabel), salt]);
  return scryptSync(passphrase, salted, 32, { N: cost, r: 8, p: 1, maxmem: cost * 8 * 128 + (1 << 20) });
}
