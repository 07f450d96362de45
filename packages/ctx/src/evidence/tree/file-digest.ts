// The digest of one file. Apart from the tree hash, which knows pictures: to sign a session needs none of that.

import { closeSync } from 'node:fs';
import { hashPart, newHash } from '../../disk/digest.js';
import { openRegularFile } from '../../disk/read.js';
import { readFailure } from '../../disk/system-errors.js';

/** Of its first bytes, where only those count: a log may grow meanwhile. */
export function digestOfFile(file: string, bytes = Number.POSITIVE_INFINITY): string {
  return withFile(file, (descriptor) => {
    const hash = newHash();
    hashPart(hash, descriptor, 0, bytes);
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
