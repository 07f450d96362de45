// One of git's own small files. A repository is a stranger's: what stands in a file's place and is none is not read.

import { isThere } from '../disk/is-there.js';
import { NotPlain, readPlainFile } from '../disk/plain-file.js';
import { readFailure } from '../disk/system-errors.js';

/** Nothing where it is not there, or is no file that git could have written. */
export function ownText(path: string, largest: number): string | undefined {
  // Most of them are not there, and an error takes longer than looking first.
  if (!isThere(path)) return undefined;
  try {
    return readPlainFile(path, largest).toString();
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw readFailure(error, path);
  }
}
