// Paths that are built from names that somebody else chose, and that must not leave their folder.

import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fail } from '../protocol/codes.js';
import { isSystemError } from '../protocol/failure.js';
import { readFailure } from './system-errors.js';

/** The path of `parts` below `root`. Refuses `..`, absolute parts, NUL, and symbolic links that lead out. */
export function pathInside(root: string, ...parts: readonly string[]): string {
  const target = parts.join('/');
  if (parts.length === 0 || parts.some(leadsOut)) throw outside(root, target);
  const path = join(root, ...parts);
  if (!isInside(root, path)) throw outside(root, target);
  return path;
}

/** Whether a path lies below a root, both taken as the file system sees them. Neither needs to exist. */
export function isInside(root: string, path: string): boolean {
  const realRoot = realPathOf(root);
  const realPath = realPathOf(path);
  if (realRoot === undefined || realPath === undefined) return false;
  const way = relative(realRoot, realPath);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function leadsOut(part: string): boolean {
  return part === '' || part.includes('\0') || isAbsolute(part) || part.split(/[/\\]/).includes('..');
}

function outside(root: string, target: string) {
  return fail('path_outside', { operation: 'resolve', target, root });
}

/** The real path of what exists, and the rest as it is. Nothing for a link that leads nowhere: it could lead anywhere. */
export function realPathOf(path: string): string | undefined {
  const whole = resolve(path);
  try {
    return realpathSync(whole);
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) throw readFailure(error, path);
  }
  // A plain file here appeared just now, as a lock does; only a link can lead elsewhere.
  if (lstatSync(whole, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined;
  const parent = dirname(whole);
  if (parent === whole) return whole;
  const realParent = realPathOf(parent);
  return realParent === undefined ? undefined : join(realParent, basename(whole));
}
