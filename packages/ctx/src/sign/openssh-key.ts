// The file that `ssh-keygen` writes for a private key (OpenSSH, PROTOCOL.key), as far as it can be read without a passphrase.

import { createPrivateKey, type KeyObject } from 'node:crypto';
import { type Curve, curveNamed } from './curves.js';
import { bits, explicit, identifier, integer, octets, sequence } from './der.js';
import type { LookedKey } from './key-file.js';
import { type PublicKey, publicKeyFrom } from './public-key.js';
import { WireFault, type WireReader, wireReader } from './wire.js';

const magic = 'openssh-key-v1\0';

/** `held` gets every buffer with something secret in it, to be wiped. */
export function openSshKey(file: Buffer, held: Buffer[]): LookedKey {
  const body = fromBase64(file);
  held.push(body);
  const reader = wireReader(body);
  if (reader.bytes(magic.length).toString('latin1') !== magic) throw new WireFault('it is no SSH key');
  const cipher = reader.text();
  reader.string();
  reader.string();
  if (reader.u32() !== 1) throw new WireFault('it does not hold one key');
  const publicKey = publicKeyFrom(reader.string());
  const secret = reader.string();
  if (cipher !== 'none') return { shown: { kind: 'locked', publicKey } };
  if (publicKey.application !== undefined) return { shown: { kind: 'token', publicKey } };
  return { shown: { kind: 'private', publicKey }, key: () => keyIn(secret, publicKey, held) };
}

function keyIn(secret: Buffer, { type, kind, curve, blob }: PublicKey, held: Buffer[]): KeyObject {
  const reader = wireReader(secret);
  const [one, same] = [reader.u32(), reader.u32()];
  if (one !== same) throw new WireFault('it is damaged');
  if (reader.text() !== type) throw new WireFault('its two halves are of different types');
  const der = kind === 'ed25519' ? ed25519(reader) : kind === 'rsa' ? rsa(reader) : ecdsa(reader, curve);
  held.push(der.bytes);
  const key = createdFrom(der);
  // A file whose halves do not belong together would sign with a key that nobody knows.
  if (!der.publicParts.every((part) => blob.includes(part)))
    throw new WireFault('its two halves are of different keys');
  return key;
}

interface Der {
  readonly bytes: Buffer;
  readonly type: 'pkcs1' | 'pkcs8' | 'sec1';
  /** What the public half must hold as well. */
  readonly publicParts: readonly Buffer[];
}

function createdFrom({ bytes, type }: Der): KeyObject {
  try {
    return createPrivateKey({ key: bytes, format: 'der', type });
  } catch {
    throw new WireFault('it is damaged');
  }
}

function ed25519(reader: WireReader): Der {
  const point = reader.string();
  const both = reader.string();
  if (both.length !== 64 || !both.subarray(32).equals(point)) throw new WireFault('it is damaged');
  const algorithm = sequence(identifier('2b6570'));
  const bytes = sequence(integer(Buffer.alloc(1)), algorithm, octets(octets(both.subarray(0, 32))));
  return { bytes, type: 'pkcs8', publicParts: [point] };
}

function rsa(reader: WireReader): Der {
  const [n, e, d, inverse, p, q] = Array.from({ length: 6 }, () => reader.number());
  if (
    n === undefined ||
    e === undefined ||
    d === undefined ||
    inverse === undefined ||
    p === undefined ||
    q === undefined
  )
    throw new WireFault('it is damaged');
  const less = (prime: Buffer) => fromNumber(toNumber(d) % (toNumber(prime) - 1n));
  const zero = Buffer.alloc(1);
  const parts = [zero, n, e, d, p, q, less(p), less(q), inverse];
  return { bytes: sequence(...parts.map(integer)), type: 'pkcs1', publicParts: [n, e] };
}

function ecdsa(reader: WireReader, curve: Curve | undefined): Der {
  const named = curveNamed(reader.text());
  const point = reader.string();
  const number = reader.number();
  if (named === undefined || named !== curve || number.length > named.bytes)
    throw new WireFault('it is damaged');
  const padded = Buffer.concat([Buffer.alloc(named.bytes - number.length), number]);
  const bytes = sequence(
    integer(Buffer.from([1])),
    octets(padded),
    explicit(0, identifier(named.oid)),
    explicit(1, bits(point)),
  );
  padded.fill(0);
  return { bytes, type: 'sec1', publicParts: [point] };
}

function toNumber(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex') || '0'}`);
}

function fromNumber(value: bigint): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}

/** By hand: a string of it would stay in memory until somebody cleans up. */
function fromBase64(file: Buffer): Buffer {
  const from = file.indexOf('\n') + 1;
  const to = file.indexOf('-----END');
  if (from === 0 || to < from) throw new WireFault('it is cut off');
  const out = Buffer.alloc(Math.ceil(((to - from) * 3) / 4));
  let [bitsHeld, value, at] = [0, 0, 0];
  for (const byte of file.subarray(from, to)) {
    const six = sixBits(byte);
    if (six === undefined) continue;
    value = ((value << 6) | six) & 0xfff;
    bitsHeld += 6;
    if (bitsHeld < 8) continue;
    bitsHeld -= 8;
    out[at++] = (value >> bitsHeld) & 0xff;
  }
  return out.subarray(0, at);
}

/** Nothing for what stands between the letters. */
function sixBits(byte: number): number | undefined {
  if (byte >= 0x41 && byte <= 0x5a) return byte - 0x41;
  if (byte >= 0x61 && byte <= 0x7a) return byte - 0x61 + 26;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30 + 52;
  if (byte === 0x2b) return 62;
  if (byte === 0x2f) return 63;
  if (byte === 0x3d || byte === 0x0a || byte === 0x0d || byte === 0x20) return undefined;
  throw new WireFault('it is no SSH key');
}
