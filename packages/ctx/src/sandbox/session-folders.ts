// The home folder and /tmp that a session's commands find again when it is resumed: private folders in the user's own state
// folder, named after the session's log. They go with the session; what no command wrote to is not kept at all.

import { spawnSync } from 'node:child_process';
import { chmodSync, type Dirent, lstatSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../disk/digest.js';
import { makeFolders } from '../disk/folders.js';
import { lockOwner, tryLock } from '../disk/lock.js';
import { NotPlain, readPlainFile } from '../disk/plain-file.js';
import { realPlace } from '../disk/real-place.js';
import { readFailure } from '../disk/system-errors.js';
import { type Environment, userFolder } from '../disk/user-folder.js';
import { isBelow, isWithin } from '../disk/within.js';
import { isSystemError } from '../protocol/failure.js';

export interface KeptFolders {
  readonly home: string;
  readonly tmp: string;
}

export interface SessionFolders extends KeptFolders {
  /** `mounted` are paths inside that something was mounted on: the empty folders under the mounts are nobody's work. */
  release(mounted: readonly string[], homeInside: string): void;
}

/** `log` is the session's file, which may not be there yet. */
export interface KeptSession {
  readonly log: string;
  /** Where nothing is at `log` yet, whatever an older session of that name left is removed. */
  readonly isNew: boolean;
}

/**
 * Nothing where there is no place for them that is the user's own and outside of what commands can change, or where
 * another process works in them: folders for this process alone are the answer then.
 */
export function openSessionFolders(
  env: Environment,
  { log, isNew }: KeptSession,
  outside: readonly string[],
): SessionFolders | undefined {
  const all = sessionFoldersIn(env);
  if (all === undefined || outside.some((folder) => isWithin(folder, realPlace(all)))) return undefined;
  const folder = folderOf(all, log);
  const [home, tmp] = [join(folder, 'home'), join(folder, 'tmp')];
  try {
    makeFolders(folder, 0o700);
    const attempt = tryLock(lockIn(folder));
    if (!attempt.taken) return undefined;
    if (isNew && !isThere(log)) for (const old of [home, tmp]) removeWhole(old);
    makeFolders(home, 0o700);
    makeFolders(tmp);
    chmodSync(tmp, 0o1777);
    writeFileSync(join(folder, 'session'), realPlace(log), { mode: 0o600 });
    return {
      home,
      tmp,
      release(mounted, homeInside) {
        const inHome = below(homeInside, mounted, home);
        const inTmp = [...below('/tmp', mounted, tmp), ...below('/var/tmp', mounted, tmp)];
        if (holdsWork(home, inHome) || holdsWork(tmp, inTmp)) attempt.lock.release();
        else removeWhole(folder);
      },
    };
  } catch (error) {
    // A home folder that cannot be written to keeps nothing.
    if (isSystemError(error, 'EACCES', 'EROFS', 'EPERM', 'ENOSPC', 'ENOTDIR', 'EDQUOT')) return undefined;
    throw error;
  }
}

/** Where all of them are; no sandbox shows this folder. */
export function sessionFoldersIn(env: Environment): string | undefined {
  const state = userFolder('state', env);
  return state === undefined ? undefined : join(state, 'sandbox');
}

/** True where there were some. Those that a running process works in stay. */
export function removeSessionFolders(env: Environment, log: string): boolean {
  const all = sessionFoldersIn(env);
  if (all === undefined) return false;
  const folder = folderOf(all, log);
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined || isInUse(folder)) return false;
  removeWhole(folder);
  return true;
}

/** Folders whose session is gone, and that nobody works in. */
export function strandedSessionFolders(env: Environment): string[] {
  const all = sessionFoldersIn(env);
  return all === undefined
    ? []
    : entriesIn(all)
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => join(all, name))
        .filter((folder) => !isInUse(folder) && isGone(folder));
}

/** Commands may have left folders that even their owner cannot open. */
export function removeWhole(folder: string): void {
  const script = 'chmod -R u+rwX -- "$0" 2>/dev/null; exec rm -rf -- "$0"';
  spawnSync('/bin/sh', ['-c', script, folder], { env: { PATH: '/usr/bin:/bin' }, stdio: 'ignore' });
}

function folderOf(all: string, log: string): string {
  return join(all, sha256(realPlace(log)).slice(0, 32));
}

function lockIn(folder: string): string {
  return join(folder, 'lock');
}

function isInUse(folder: string): boolean {
  return lockOwner(lockIn(folder)) !== undefined;
}

function isGone(folder: string): boolean {
  let log: string;
  try {
    log = readPlainFile(join(folder, 'session'), 1 << 16).toString();
  } catch (error) {
    // Whose it is decides whether it is deleted.
    if (error instanceof NotPlain || isSystemError(error, 'ENOENT')) return true;
    throw readFailure(error, folder);
  }
  return !isThere(log);
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (isSystemError(error, 'ENOTDIR', 'ENAMETOOLONG')) return false;
    throw error;
  }
}

/** Whether there is more than the folders that mounts stand on, and the settings that git gets from us. */
function holdsWork(folder: string, mounts: readonly string[]): boolean {
  return entriesIn(folder).some((entry) => {
    const path = join(folder, entry.name);
    if (entry.name === '.gitconfig' || mounts.includes(path)) return false;
    const isAbove = mounts.some((mount) => isWithin(path, mount));
    return !isAbove || !entry.isDirectory() || holdsWork(path, mounts);
  });
}

/** Paths inside, as they stand in the folder that is shown there. */
function below(inside: string, paths: readonly string[], folder: string): string[] {
  return paths.flatMap((path) => (isBelow(inside, path) ? [join(folder, path.slice(inside.length))] : []));
}

function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}
