// What a host's own settings name: the variables in which a person keeps the key of a provider, and the address of it.

import { readFileSync } from 'node:fs';
import { isSystemError } from '../protocol/failure.js';

export function namesIn(file: string, pattern: RegExp): string[] {
  return [...textIn(file).matchAll(pattern)].flatMap(([, name]) => name ?? []);
}

/** Nothing for what is no JSON. */
export function jsonIn(file: string): unknown {
  try {
    return JSON.parse(textIn(file));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Settings that cannot be read name nothing; the host itself says what it lacks. */
function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EISDIR')) return '';
    throw error;
  }
}
