// A file's digest, and what git would call its content, read piece by piece: files may be larger than memory.

import { createHash } from 'node:crypto';
import { closeSync, fstatSync, readSync } from 'node:fs';
import { digestMade } from '../disk/digest.js';
import { openPlainFile } from '../disk/plain-file.js';

export interface ContentDigest {
  readonly size: number;
  /** `sha256:` and 64 digits. */
  readonly digest: string;
  /** As git names a blob of these bytes. */
  readonly id: string;
}

const pieceBytes = 1 << 20;

export function contentDigest(path: string, ids: 'sha1' | 'sha256'): ContentDigest {
  const descriptor = openPlainFile(path, Number.POSITIVE_INFINITY);
  try {
    const { size } = fstatSync(descriptor);
    const [own, gits] = [createHash('sha256'), createHash(ids).update(`blob ${size}\0`)];
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, Math.max(size, 1)));
    let read = 0;
    for (;;) {
      const got = readSync(descriptor, piece, 0, piece.length, read);
      if (got === 0) break;
      const bytes = piece.subarray(0, got);
      own.update(bytes);
      gits.update(bytes);
      read += got;
    }
    return { size: read, digest: digestMade(own), id: gits.digest('hex') };
  } finally {
    closeSync(descriptor);
  }
}

export function gitIdOf(bytes: Uint8Array, ids: 'sha1' | 'sha256'): string {
  return createHash(ids).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
