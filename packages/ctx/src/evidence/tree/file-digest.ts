// The digest of one file. Apart from the tree hash, which knows pictures: to sign a session needs none of that.

import { createHash } from 'node:crypto';
import { closeSync, readSync } from 'node:fs';
import { openRegularFile } from '../../disk/read.js';
import { readFailure } from '../../disk/system-errors.js';

/** Of its first bytes, where only those count: a log may grow meanwhile. */
export function digestOfFile(file: string, bytes = Number.POSITIVE_INFINITY): string {
  return withFile(file, (descriptor) => {
    const hash = createHash('sha256');
    const chunk = Buffer.allocUnsafe(Math.min(1 << 20, Math.max(1, bytes)));
    for (let left = bytes; left > 0; ) {
      const read = readSync(descriptor, chunk, 0, Math.min(chunk.length, left), null);
      if (read === 0) break;
      hash.update(chunk.subarray(0, read));
      left -= read;
    }
    return hash.digest('hex');
  });
}

export function withFile<T>(file: string, use: (descriptor: number) => T): T {
  try {
    const descriptor = openRegularFile(file);
    try {
      return use(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw readFailure(error, file);
  }
}
