// What a host's own settings name: the variables in which a person keeps the key of a provider, and the address of it.

import { readFileSync } from 'node:fs';
import { isSystemError } from '../protocol/failure.js';

export function namesIn(file: string, pattern: RegExp): string[] {
  try {
    return [...readFileSync(file, 'utf8').matchAll(pattern)].flatMap(([, name]) => name ?? []);
  } catch (error) {
    // Settings that cannot be read name nothing; the host itself says what it lacks.
    if (isSystemError(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EISDIR')) return [];
    throw error;
  }
}
