// A public key as SSH writes it, and as Node takes it.

import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { type Curve, curveNamed } from './curves.js';
import { bits, identifier, integer, nothing, sequence } from './der.js';
import { WireFault, type WireReader, wireReader } from './wire.js';

export type KeyKind = 'ed25519' | 'rsa' | 'ecdsa';

export interface PublicKey {
  /** As SSH calls it: `ssh-ed25519`. */
  readonly type: string;
  readonly kind: KeyKind;
  readonly blob: Buffer;
  readonly key: KeyObject;
  /** `SHA256:…`, as `ssh-keygen -l` prints it. */
  readonly fingerprint: string;
  readonly curve?: Curve;
  /** Of a key on a security token: what it was made for. */
  readonly application?: string;
}

/** A WireFault where it is none, or one of a kind that no signature here can have. */
export function publicKeyFrom(blob: Buffer): PublicKey {
  const reader = wireReader(blob);
  const type = reader.text();
  const read = readers.get(type);
  if (read === undefined) throw new WireFault('no key of this type can be used');
  const parts = read(reader);
  reader.end();
  // A copy: what it stood in may hold a private key, and is wiped.
  return { type, blob: Buffer.from(blob), fingerprint: fingerprintOf(blob), ...parts };
}

export function fingerprintOf(blob: Buffer): string {
  return `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`;
}

/** A line of a `.pub` file, or the type and key behind `key::`; nothing where it is no such line. */
export function publicKeyIn(line: string): PublicKey | undefined {
  const [type = '', encoded = ''] = line.trim().split(/\s+/);
  if (!readers.has(type) || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return undefined;
  try {
    const key = publicKeyFrom(Buffer.from(encoded, 'base64'));
    return key.type === type ? key : undefined;
  } catch (error) {
    if (error instanceof WireFault) return undefined;
    throw error;
  }
}

export function publicKeyLine({ type, blob }: PublicKey): string {
  return `${type} ${blob.toString('base64')}`;
}

/** The key as other tools take it. */
export function spkiOf({ key }: PublicKey): Buffer {
  return key.export({ format: 'der', type: 'spki' });
}

type Parts = Omit<PublicKey, 'type' | 'blob' | 'fingerprint'>;

const readers: ReadonlyMap<string, (reader: WireReader) => Parts> = new Map([
  ['ssh-ed25519', (reader) => ed25519(reader.string())],
  ['ssh-rsa', rsa],
  ['ecdsa-sha2-nistp256', ecdsa],
  ['ecdsa-sha2-nistp384', ecdsa],
  ['ecdsa-sha2-nistp521', ecdsa],
  ['sk-ssh-ed25519@openssh.com', (reader) => ({ ...ed25519(reader.string()), application: reader.text() })],
  ['sk-ecdsa-sha2-nistp256@openssh.com', (reader) => ({ ...ecdsa(reader), application: reader.text() })],
]);

function ed25519(point: Buffer): Parts {
  if (point.length !== 32) throw new WireFault('an ed25519 key has 32 bytes');
  return { kind: 'ed25519', key: keyOf(sequence(identifier('2b6570')), point) };
}

function rsa(reader: WireReader): Parts {
  const [exponent, modulus] = [reader.number(), reader.number()];
  const algorithm = sequence(identifier('2a864886f70d010101'), nothing);
  return { kind: 'rsa', key: keyOf(algorithm, sequence(integer(modulus), integer(exponent))) };
}

function ecdsa(reader: WireReader): Parts {
  const curve = curveNamed(reader.text());
  if (curve === undefined) throw new WireFault('no such curve');
  const algorithm = sequence(identifier('2a8648ce3d0201'), identifier(curve.oid));
  return { kind: 'ecdsa', key: keyOf(algorithm, reader.string()), curve };
}

function keyOf(algorithm: Buffer, content: Buffer): KeyObject {
  try {
    return createPublicKey({ key: sequence(algorithm, bits(content)), format: 'der', type: 'spki' });
  } catch {
    throw new WireFault('it is not a key');
  }
}
