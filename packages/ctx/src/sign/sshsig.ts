// SSHSIG: a signature by an SSH key over a file, as `ssh-keygen -Y` writes and checks it (OpenSSH, PROTOCOL.sshsig).

import { createHash } from 'node:crypto';
import { type PublicKey, publicKeyFrom } from './public-key.js';
import { signatureHolds } from './ssh-signature.js';
import { u32, WireFault, wireReader, wireString } from './wire.js';

/** What keeps a signature for one purpose from being taken for one for another. */
export const ownNamespace = 'ctx-session';

const magic = 'SSHSIG';
const version = 1;
const hashes: ReadonlySet<string> = new Set(['sha256', 'sha512']);
const [begin, end] = ['-----BEGIN SSH SIGNATURE-----', '-----END SSH SIGNATURE-----'];
const columns = 70;

export interface Sshsig {
  readonly publicKey: PublicKey;
  readonly namespace: string;
  readonly hash: string;
  readonly signature: Buffer;
}

/** What the key signs. */
export function signedData(message: Uint8Array, namespace = ownNamespace, hash = 'sha512'): Buffer {
  const digest = createHash(hash).update(message).digest();
  return Buffer.concat([Buffer.from(magic), ...[namespace, '', hash].map(wireString), wireString(digest)]);
}

export function sshsigText({ blob }: PublicKey, signature: Buffer, namespace = ownNamespace): string {
  const whole = Buffer.concat([
    Buffer.from(magic),
    u32(version),
    wireString(blob),
    ...[namespace, '', 'sha512'].map(wireString),
    wireString(signature),
  ]);
  return armoured(whole);
}

/** A WireFault where it is not exactly what `ssh-keygen` writes. */
export function readSshsig(text: string): Sshsig {
  const lines = text.split('\n');
  if (lines[0] !== begin || lines.at(-2) !== end) throw new WireFault('it is no SSH signature');
  const whole = Buffer.from(lines.slice(1, -2).join(''), 'base64');
  if (armoured(whole) !== text) throw new WireFault('it is not written as SSH signatures are');
  const reader = wireReader(whole);
  if (reader.bytes(magic.length).toString('latin1') !== magic) throw new WireFault('it is no SSH signature');
  if (reader.u32() !== version) throw new WireFault('it is of another version');
  const publicKey = publicKeyFrom(reader.string());
  const namespace = reader.string().toString('utf8');
  if (reader.string().length > 0) throw new WireFault('a reserved field is used');
  const hash = reader.text();
  if (!hashes.has(hash)) throw new WireFault('no such hash is taken');
  const signature = reader.string();
  reader.end();
  return { publicKey, namespace, hash, signature };
}

export function sshsigHolds({ publicKey, namespace, hash, signature }: Sshsig, message: Uint8Array): boolean {
  return signatureHolds(publicKey, signature, signedData(message, namespace, hash));
}

function armoured(whole: Buffer): string {
  const lines = whole.toString('base64').match(new RegExp(`.{1,${columns}}`, 'g')) ?? [];
  return [begin, ...lines, end, ''].join('\n');
}
