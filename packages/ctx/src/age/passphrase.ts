// How the key of a file is wrapped by a passphrase (scrypt).

import { randomBytes, scryptSync } from 'node:crypto';
import { chachaOpen, chachaSeal } from './chacha.js';
import { encodeBase64, type Stanza } from './header.js';
import type { ForPassphrase } from './recipient-stanza.js';

const label = 'age-encryption.org/v1/scrypt';
/** About a second of work for each guess: what the age program uses. */
const workFactor = 18;
const noNonce = Buffer.alloc(12);

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

function scryptKey(passphrase: string, salt: Buffer, factor: number): Buffer {
  const cost = 2 ** factor;
  const salted = Buffer.concat([Buffer.from(label), salt]);
  return scryptSync(passphrase, salted, 32, { N: cost, r: 8, p: 1, maxmem: cost * 8 * 128 + (1 << 20) });
}
