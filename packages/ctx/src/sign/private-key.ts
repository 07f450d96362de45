// A private key in a file: read for one signature, then wiped. What it holds stands in no failure and no log.

import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { closeSync, fstatSync, readSync } from 'node:fs';
import { openRegularFile } from '../disk/read.js';
import { readFailure } from '../disk/system-errors.js';
import { fail } from '../protocol/codes.js';
import type { KeyFile, LookedKey } from './key-file.js';
import { openSshKey } from './openssh-key.js';
import { type PublicKey, publicKeyFrom, publicKeyIn } from './public-key.js';
import { WireFault, wireNumber, wireString } from './wire.js';

/** No key comes near it. */
const largest = 1 << 16;

/** The kind of key in a file, and its public half; the private one is forgotten at once. */
export function lookAtKey(file: string): KeyFile {
  return withKey(file, (looked) => looked.shown);
}

/** Signs with the key of a file that needs no passphrase. */
export function usePrivateKey<T>(file: string, use: (key: KeyObject, publicKey: PublicKey) => T): T {
  return withKey(file, ({ shown, key }) => {
    if (key === undefined || shown.publicKey === undefined) throw unusable(file, 'it changed meanwhile');
    return use(key(), shown.publicKey);
  });
}

function withKey<T>(file: string, use: (looked: LookedKey) => T): T {
  const bytes = privateBytes(file);
  const held: Buffer[] = [bytes];
  try {
    return use(looked(file, bytes, held));
  } catch (error) {
    if (error instanceof WireFault) throw unusable(file, error.message);
    throw error;
  } finally {
    for (const buffer of held) buffer.fill(0);
  }
}

function looked(file: string, bytes: Buffer, held: Buffer[]): LookedKey {
  const head = bytes.toString('latin1', 0, 64);
  if (head.startsWith('-----BEGIN OPENSSH PRIVATE KEY-----')) return openSshKey(bytes, held);
  if (head.startsWith('-----BEGIN')) return pemKey(file, bytes);
  const publicKey = publicKeyIn(bytes.toString('utf8'));
  if (publicKey === undefined) throw new WireFault('it is no SSH key');
  return { shown: { kind: 'public', publicKey } };
}

/** Other tools' way of writing keys. */
function pemKey(file: string, bytes: Buffer): LookedKey {
  if (bytes.includes('ENCRYPTED')) return { shown: { kind: 'locked', publicKey: undefined } };
  let key: KeyObject;
  try {
    key = createPrivateKey(bytes);
  } catch {
    throw unusable(file, 'it is not a readable private key');
  }
  return { shown: { kind: 'private', publicKey: publicOf(key, file) }, key: () => key };
}

function publicOf(key: KeyObject, file: string): PublicKey {
  const { kty, crv, x = '', y = '', n = '', e = '' } = createPublicKey(key).export({ format: 'jwk' });
  const raw = (text: string) => Buffer.from(text, 'base64url');
  if (kty === 'OKP' && crv === 'Ed25519')
    return publicKeyFrom(Buffer.concat([wireString('ssh-ed25519'), wireString(raw(x))]));
  if (kty === 'RSA')
    return publicKeyFrom(Buffer.concat([wireString('ssh-rsa'), wireNumber(raw(e)), wireNumber(raw(n))]));
  const curve = new Map([
    ['P-256', 'nistp256'],
    ['P-384', 'nistp384'],
    ['P-521', 'nistp521'],
  ]).get(crv ?? '');
  if (kty !== 'EC' || curve === undefined) throw unusable(file, 'no key of this type can be used');
  const point = Buffer.concat([Buffer.from([4]), raw(x), raw(y)]);
  return publicKeyFrom(
    Buffer.concat([wireString(`ecdsa-sha2-${curve}`), wireString(curve), wireString(point)]),
  );
}

/** As ssh itself does: a private key that others can read is none. */
function privateBytes(file: string): Buffer {
  try {
    const descriptor = openRegularFile(file);
    try {
      const { size, mode, uid } = fstatSync(descriptor);
      if (size > largest) throw unusable(file, 'it is too large for a key');
      const bytes = Buffer.alloc(size);
      for (let done = 0; done < size; ) {
        const read = readSync(descriptor, bytes, done, size - done, done);
        if (read === 0) break;
        done += read;
      }
      const isOurs = process.getuid?.() === uid;
      if (isOurs && (mode & 0o077) !== 0 && bytes.includes('PRIVATE KEY')) {
        bytes.fill(0);
        throw unusable(file, 'others on this machine can read it; `chmod 600` it');
      }
      return bytes;
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw readFailure(error, file);
  }
}

function unusable(target: string, reason: string) {
  return fail('signing_key_unusable', { operation: 'sign', target, reason });
}
