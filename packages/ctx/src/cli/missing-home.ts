// A file below a home folder that is not there: what is to be mended is HOME, and not the path.

import { statSync } from 'node:fs';
import { isAbsolute, sep } from 'node:path';
import type { Environment } from '../disk/user-folder.js';
import { Failure } from '../protocol/failure.js';

/** The same failure, with HOME as a fact where that is what is wrong. */
export function withMissingHome(failure: Failure, { HOME: home = '' }: Environment): Failure {
  const { code, row, where, wordedAs } = failure;
  const isBelow = where.target === home || where.target.startsWith(`${home}${sep}`);
  if (!isAbsolute(home) || !isBelow || isFolder(home)) return failure;
  const told = { ...where, home };
  return new Failure(code, row, told, wordedAs);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
