// The token that lets a client in: one line in a file that only its owner can read. It is read anew for every client, so whoever replaces the
// file locks the old token out.

import { randomBytes, timingSafeEqual } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import { writeAtomically } from '../disk/atomic.js';
import { makeFolders } from '../disk/folders.js';
import { homeUnusable } from '../disk/home-folder.js';
import { readOwnFile } from '../disk/own-file.js';
import { writeFailure } from '../disk/system-errors.js';
import { type Environment, userFolder } from '../disk/user-folder.js';
import { fail } from '../protocol/codes.js';

const longestToken = 512;
const tokenShape = /^[\w.~+/=-]{32,512}$/;

/** The file that somebody named, or the one that a user's own servers and clients share. */
export function tokenFile(
  named: string | undefined,
  { cwd, env }: { readonly cwd: string; readonly env: Environment },
): string {
  if (named !== undefined) return resolve(cwd, named);
  const state = userFolder('state', env);
  if (state === undefined) throw homeUnusable(env);
  return join(state, 'serve', 'token');
}

/** Nothing where there is no such file. One that others can read holds no secret, and is refused. */
export function readToken(path: string): string | undefined {
  const unusable = (reason: string, cause?: unknown) =>
    fail('token_file_unusable', { operation: 'read', target: path, reason, cause });
  const said = readOwnFile({ path, withheld: 'read', unusable })?.trim();
  if (said !== undefined && !tokenShape.test(said))
    throw unusable('it does not hold a token, one line of at least 32 letters and digits');
  return said;
}

/** A file that is not there is made, with a token that nobody can guess. */
export function readOrMakeToken(path: string): string {
  const there = readToken(path);
  if (there !== undefined) return there;
  try {
    makeFolders(dirname(path), 0o700);
    writeAtomically(path, `${randomBytes(32).toString('base64url')}\n`, 0o600);
  } catch (error) {
    throw writeFailure(error, path);
  }
  return readToken(path) ?? readOrMakeToken(path);
}

/** Takes as long for a token that is nearly right as for one that is all wrong. */
export function isSameToken(given: string, wanted: string): boolean {
  const [mine, theirs] = [Buffer.alloc(longestToken), Buffer.alloc(longestToken)];
  mine.write(wanted, 'latin1');
  theirs.write(given, 'latin1');
  return timingSafeEqual(mine, theirs) && given.length === wanted.length;
}
