// Keys of X25519, what age-keygen makes: `AGE-SECRET-KEY-1…` and `age1…`.

import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { decodeBech32, encodeBech32 } from './bech32.js';
import { chachaOpen, chachaSeal } from './chacha.js';
import { encodeBase64, type Stanza } from './header.js';
import { type Identity, identityPrefix, type Recipient } from './identity.js';
import { DamagedHeader } from './recipient-stanza.js';

/** The secret half of a pair, as Node wants it, and the public one. */
export interface Pair {
  readonly secret: KeyObject;
  readonly point: Buffer;
}

const label = 'age-encryption.org/v1/X25519';
const recipientPrefix = 'age';
const noNonce = Buffer.alloc(12);
// What stands before the 32 bytes of an X25519 key in the forms (PKCS #8, SPKI) that Node takes.
const pkcs8 = Buffer.from('302e020100300506032b656e04220420', 'hex');
const spki = Buffer.from('302a300506032b656e032100', 'hex');

export function x25519Identity(text: string): Identity | undefined {
  const decoded = decodeBech32(text);
  if (decoded?.prefix !== identityPrefix || decoded.bytes.length !== 32) return undefined;
  const pair = pairOf(decoded.bytes);
  return {
    recipient: recipientOf(pair.point),
    unwrap: (stanza) => {
      if (stanza.kind !== 'X25519') return undefined;
      const { share, body } = stanza;
      return chachaOpen(wrappingKey(sharedBy(pair.secret, share), share, pair.point), noNonce, body);
    },
  };
}

export function x25519Recipient(text: string): Recipient | undefined {
  const decoded = decodeBech32(text);
  if (decoded?.prefix !== recipientPrefix || decoded.bytes.length !== 32) return undefined;
  return recipientOf(decoded.bytes);
}

function recipientOf(point: Buffer): Recipient {
  return {
    text: encodeBech32(recipientPrefix, point),
    isPostQuantum: false,
    wrap: (fileKey) => wrapFor(point, fileKey),
  };
}

function wrapFor(point: Buffer, fileKey: Buffer): Stanza | undefined {
  const ephemeral = pairOf(randomBytes(32));
  const shared = sharedSecret(ephemeral.secret, point);
  if (shared === undefined) return undefined;
  const key = wrappingKey(shared, ephemeral.point, point);
  return { words: ['X25519', encodeBase64(ephemeral.point)], body: chachaSeal(key, noNonce, fileKey) };
}

function wrappingKey(shared: Buffer, share: Buffer, point: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', shared, Buffer.concat([share, point]), label, 32));
}

export function pairOf(scalar: Buffer): Pair {
  const secret = createPrivateKey({ key: Buffer.concat([pkcs8, scalar]), format: 'der', type: 'pkcs8' });
  return { secret, point: createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32) };
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

/** The same, of a share that stands in a file. */
export function sharedBy(secret: KeyObject, share: Buffer): Buffer {
  const shared = sharedSecret(secret, share);
  if (shared !== undefined) return shared;
  throw new DamagedHeader('a stanza of its header holds a key that everybody knows');
}
