// A signature as SSH writes it, made by a key that is at hand, and checked by a public key.

import { createHash, type KeyObject, sign, verify } from 'node:crypto';
import type { Curve } from './curves.js';
import { integer, sequence } from './der.js';
import type { PublicKey } from './public-key.js';
import { WireFault, wireNumber, wireReader, wireString } from './wire.js';

/** SHA-256 is what bundles take, SHA-512 what OpenSSH makes; ed25519 has its own, and each curve its one. */
export type RsaHash = 'sha256' | 'sha512';

const rsaHashes: ReadonlyMap<string, RsaHash> = new Map([
  ['rsa-sha2-256', 'sha256'],
  ['rsa-sha2-512', 'sha512'],
]);

export function signWith(
  key: KeyObject,
  { type, kind, curve }: Pick<PublicKey, 'type' | 'kind' | 'curve'>,
  data: Buffer,
  hash: RsaHash,
): Buffer {
  if (kind === 'ed25519') return framed(type, sign(null, data, key));
  if (kind === 'rsa') return framed(`rsa-sha2-${hash.slice(3)}`, sign(hash, data, key));
  const { bytes, hash: own } = curveOf(curve);
  const both = sign(own, data, { key, dsaEncoding: 'ieee-p1363' });
  const numbers = [both.subarray(0, bytes), both.subarray(bytes)].map(wireNumber);
  return framed(type, Buffer.concat(numbers));
}

function framed(algorithm: string, signature: Buffer): Buffer {
  return Buffer.concat([wireString(algorithm), wireString(signature)]);
}

/** Whether the key made this signature over the data. */
export function signatureHolds(key: PublicKey, blob: Buffer, data: Buffer): boolean {
  const { key: object, kind, type } = key;
  try {
    const { raw, algorithm, signed } = readSignature(blob, key, data);
    if (kind === 'rsa') {
      const hash = rsaHashes.get(algorithm);
      return hash !== undefined && verify(hash, signed, object, raw);
    }
    if (algorithm !== type) return false;
    if (kind === 'ed25519') return raw.length === 64 && verify(null, signed, object, raw);
    return verify(curveOf(key.curve).hash, signed, { key: object, dsaEncoding: 'ieee-p1363' }, raw);
  } catch (error) {
    if (error instanceof WireFault) return false;
    throw error;
  }
}

/** The signature itself, as every other tool takes it: an ECDSA one in DER. */
export function plainSignature(blob: Buffer, key: PublicKey): Buffer {
  const reader = wireReader(blob);
  reader.text();
  const raw = reader.string();
  if (key.kind !== 'ecdsa') return raw;
  const numbers = wireReader(raw);
  return sequence(integer(numbers.number()), integer(numbers.number()));
}

function readSignature(blob: Buffer, key: PublicKey, data: Buffer) {
  const reader = wireReader(blob);
  const algorithm = reader.text();
  const inner = reader.string();
  const raw = key.kind === 'ecdsa' ? bothNumbers(inner, curveOf(key.curve)) : inner;
  if (key.application === undefined) {
    reader.end();
    return { algorithm, raw, signed: data };
  }
  const [flags, counter] = [reader.u8(), reader.u32()];
  reader.end();
  // Somebody touched the token.
  if ((flags & 1) === 0) throw new WireFault('nobody was there');
  const rest = Buffer.alloc(5);
  rest.writeUInt8(flags, 0);
  rest.writeUInt32BE(counter, 1);
  return { algorithm, raw, signed: Buffer.concat([sha256(key.application), rest, sha256(data)]) };
}

function bothNumbers(inner: Buffer, { bytes }: Curve): Buffer {
  const reader = wireReader(inner);
  const parts = [reader.number(), reader.number()];
  reader.end();
  if (parts.some(({ length }) => length > bytes)) throw new WireFault('a number is too large');
  return Buffer.concat(parts.map((part) => Buffer.concat([Buffer.alloc(bytes - part.length), part])));
}

function curveOf(curve: Curve | undefined): Curve {
  if (curve === undefined) throw new TypeError('an ECDSA key without a curve');
  return curve;
}

function sha256(bytes: string | Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
