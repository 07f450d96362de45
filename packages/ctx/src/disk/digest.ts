// SHA-256 of bytes and of parts of files.

import type { Hash } from 'node:crypto';
import { readSync } from 'node:fs';

/** As 64 digits. */
export function sha256(content: string | Uint8Array): string {
  hashOnce ??= process.getBuiltinModule('node:crypto').hash;
  return hashOnce('sha256', content);
}

/** Loaded by the first digest: it costs a start 3 ms, and most commands and hooks hash nothing. */
let hashOnce: typeof import('node:crypto').hash | undefined;

/** As records name content: `sha256:` and the digits. */
export function digestOf(content: string | Uint8Array): string {
  return `sha256:${sha256(content)}`;
}

export function newHash(): Hash {
  return process.getBuiltinModule('node:crypto').createHash('sha256');
}

/** Of all that was put into a hash, as records name it. */
export function digestMade(hash: Hash): string {
  return `sha256:${hash.digest('hex')}`;
}

const pieceBytes = 1 << 20;

/** Takes a part of a file into a digest, and says how many bytes of it there were. */
export function hashPart(hash: Hash, descriptor: number, from: number, to: number): number {
  const piece = Buffer.allocUnsafe(Math.min(pieceBytes, Math.max(1, to - from)));
  let at = from;
  while (at < to) {
    const read = readSync(descriptor, piece, 0, Math.min(piece.length, to - at), at);
    if (read === 0) break;
    hash.update(piece.subarray(0, read));
    at += read;
  }
  return at - from;
}
