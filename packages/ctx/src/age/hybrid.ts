// Post-quantum keys, `AGE-SECRET-KEY-PQ-1…` and `age1pq1…`: ML-KEM-768 and X25519 together (X-Wing), so that a file stays
// closed while either holds, and HPKE (RFC 9180, base mode) to wrap the file's key. Only who has such keys loads this.

import { createHash, createHmac, randomBytes } from 'node:crypto';
import { ml_kem768 as mlKem } from '@noble/post-quantum/ml-kem.js';
import { decodeBech32, encodeBech32 } from './bech32.js';
import { chachaOpen, chachaSeal } from './chacha.js';
import { encodeBase64, type Stanza } from './header.js';
import { hybridIdentityPrefix, type Identity, type Recipient } from './identity.js';
import { mlKemCipherBytes } from './recipient-stanza.js';
import { pairOf, sharedBy, sharedSecret } from './x25519.js';

const recipientPrefix = 'age1pq';
const mlKemKeyBytes = 1184;
const modulus = 3329;
const info = Buffer.from('age-encryption.org/mlkem768x25519');
/** HPKE with this pair of keys (0x647a), HKDF-SHA256 (1) and ChaCha20-Poly1305 (3). */
const suite = Buffer.from('48504b45647a00010003', 'hex');
const combinerLabel = '\\.//^\\';

export function hybridIdentity(text: string): Identity | undefined {
  const decoded = decodeBech32(text);
  if (decoded?.prefix !== hybridIdentityPrefix || decoded.bytes.length !== 32) return undefined;
  const seeds = createHash('shake256', { outputLength: 96 }).update(decoded.bytes).digest();
  const lattice = mlKem.keygen(seeds.subarray(0, 64));
  const curve = pairOf(seeds.subarray(64));
  return {
    recipient: recipientOf(Buffer.concat([lattice.publicKey, curve.point])),
    unwrap: (stanza) => {
      if (stanza.kind !== 'mlkem768x25519') return undefined;
      const cipher = stanza.share.subarray(0, mlKemCipherBytes);
      const share = stanza.share.subarray(mlKemCipherBytes);
      const bySeed = mlKem.decapsulate(cipher, lattice.secretKey);
      const { key, nonce } = wrapping(bySeed, sharedBy(curve.secret, share), share, curve.point);
      return chachaOpen(key, nonce, stanza.body);
    },
  };
}

export function hybridRecipient(text: string): Recipient | undefined {
  const decoded = decodeBech32(text);
  if (decoded?.prefix !== recipientPrefix || decoded.bytes.length !== mlKemKeyBytes + 32) return undefined;
  return isLatticeKey(decoded.bytes) ? recipientOf(decoded.bytes) : undefined;
}

function recipientOf(publicKey: Buffer): Recipient {
  return {
    text: encodeBech32(recipientPrefix, publicKey),
    isPostQuantum: true,
    wrap: (fileKey) => wrapFor(publicKey, fileKey),
  };
}

function wrapFor(publicKey: Buffer, fileKey: Buffer): Stanza | undefined {
  const point = publicKey.subarray(mlKemKeyBytes);
  const ephemeral = pairOf(randomBytes(32));
  const shared = sharedSecret(ephemeral.secret, point);
  if (shared === undefined) return undefined;
  const sent = mlKem.encapsulate(publicKey.subarray(0, mlKemKeyBytes));
  const { key, nonce } = wrapping(sent.sharedSecret, shared, ephemeral.point, point);
  const share = Buffer.concat([sent.cipherText, ephemeral.point]);
  return { words: ['mlkem768x25519', encodeBase64(share)], body: chachaSeal(key, nonce, fileKey) };
}

/** Whether its numbers, twelve bits each, are below the modulus (FIPS 203, 7.2), which the library does not see. */
function isLatticeKey(publicKey: Buffer): boolean {
  const numbers = publicKey.subarray(0, mlKemKeyBytes - 32);
  for (let at = 0; at < numbers.length; at += 3) {
    const two = numbers.readUIntLE(at, 3);
    if ((two & 0xfff) >= modulus || two >> 12 >= modulus) return false;
  }
  return true;
}

/** Both secrets become one, bound to the curve's public values (X-Wing), and that the key of one message (HPKE). */
function wrapping(bySeed: Uint8Array, byCurve: Buffer, share: Buffer, point: Buffer) {
  const combined = createHash('sha3-256').update(bySeed).update(byCurve).update(share).update(point);
  const shared = combined.update(combinerLabel).digest();
  const none = Buffer.alloc(0);
  const context = Buffer.concat([
    Buffer.of(0),
    extracted(none, 'psk_id_hash', none),
    extracted(none, 'info_hash', info),
  ]);
  const secret = extracted(shared, 'secret', none);
  return { key: expanded(secret, 'key', context, 32), nonce: expanded(secret, 'base_nonce', context, 12) };
}

function extracted(salt: Buffer, label: string, value: Buffer): Buffer {
  return createHmac('sha256', salt).update('HPKE-v1').update(suite).update(label).update(value).digest();
}

/** At most one block of 32 bytes. */
function expanded(secret: Buffer, label: string, context: Buffer, bytes: number): Buffer {
  const hmac = createHmac('sha256', secret).update(Buffer.of(0, bytes)).update('HPKE-v1').update(suite);
  return hmac.update(label).update(context).update(Buffer.of(1)).digest().subarray(0, bytes);
}
