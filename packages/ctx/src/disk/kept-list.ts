// A short list that ctx keeps with the user, newest first, and could make anew.

import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isSystemError } from '../protocol/failure.js';
import { writeAtomically } from './atomic.js';
import { makeFolders } from './folders.js';
import { readFailure, writeFailure } from './system-errors.js';

/** One that is damaged holds nothing: the next write makes it anew. */
export function readKept<T>(file: string, isItem: (value: unknown) => value is T): T[] {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(value) ? value.filter(isItem) : [];
  } catch (error) {
    if (isSystemError(error, 'ENOENT') || error instanceof SyntaxError) return [];
    throw readFailure(error, file);
  }
}

export function writeKept(file: string, items: readonly object[]): void {
  try {
    makeFolders(dirname(file), 0o700);
  } catch (error) {
    throw writeFailure(error, file);
  }
  writeAtomically(file, `${JSON.stringify(items, null, 2)}\n`, 0o600);
}
