// The local file of a session that somebody else has now: kept beside it under a name that nobody takes for the session.

import { closeSync, fstatSync, lstatSync, openSync, unlinkSync } from 'node:fs';
import { nonce } from '../disk/nonce.js';
import { writeFailure } from '../disk/system-errors.js';
import { copyBytes } from './spare-copy.js';

export interface AsideFile {
  readonly path: string;
  readonly descriptor: number;
}

/** `descriptor` is the open file; by now `path` may be the file of whoever has the session, and is left alone then. */
export function setAside(path: string, descriptor: number, bytes: number, epoch: number): AsideFile {
  const aside = asidePath(path, epoch);
  try {
    const copy = openSync(aside, 'wx+', 0o600);
    try {
      copyBytes(descriptor, bytes, copy, 0);
      const own = fstatSync(descriptor);
      const there = lstatSync(path, { throwIfNoEntry: false });
      if (there?.ino === own.ino && there.dev === own.dev) unlinkSync(path);
    } catch (error) {
      closeSync(copy);
      throw error;
    }
    return { path: aside, descriptor: copy };
  } catch (error) {
    throw writeFailure(error, aside);
  }
}

/** No session is found by such a name. */
export function asidePath(path: string, epoch: number): string {
  return `${path}.lost-epoch-${epoch}-${nonce()}`;
}
