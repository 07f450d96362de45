// A file's digest, as package managers and statements write it.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export function digestOfFile(file: string, algorithm: 'sha256' | 'sha512'): string {
  return createHash(algorithm).update(readFileSync(file)).digest('hex');
}
