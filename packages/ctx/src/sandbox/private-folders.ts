// What a sandbox needs on the disk while ctx runs, gone when ctx is, however it ends: a shell that waits for the end of its
// input removes it, so that even SIGKILL leaves nothing. Home and /tmp are among it, unless a session keeps its own.

import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFailure } from '../disk/system-errors.js';
import { makeTemporaryFolder } from '../disk/temporary-folder.js';
import { isWithin } from '../disk/within.js';
import { isSystemError } from '../protocol/failure.js';
import type { KeptFolders } from './session-folders.js';
import { unavailable } from './unavailable.js';

export interface PrivateFolders {
  readonly top: string;
  readonly home: string;
  readonly tmp: string;
  /** A file that nobody may read, to put over others. */
  readonly mask: string;
  remove(): Promise<void>;
}

/** `outside` are the folders that commands can change: nothing of ours may stand there. */
export function makePrivateFolders(outside: readonly string[], kept?: KeptFolders): PrivateFolders {
  const base = baseOutside(outside);
  try {
    const top = makeTemporaryFolder('sandbox', base);
    const remover = removerOf(top);
    const mask = join(top, 'mask');
    writeFileSync(mask, '', { mode: 0 });
    return { top, mask, ...(kept ?? homeIn(top)), remove: () => removed(remover) };
  } catch (error) {
    throw writeFailure(error, base);
  }
}

function homeIn(top: string): KeptFolders {
  const [home, tmp] = [join(top, 'home'), join(top, 'tmp')];
  mkdirSync(home, { mode: 0o700 });
  mkdirSync(tmp);
  chmodSync(tmp, 0o1777);
  return { home, tmp };
}

function baseOutside(outside: readonly string[]): string {
  for (const folder of [tmpdir(), '/tmp', '/var/tmp', '/dev/shm']) {
    try {
      const real = realpathSync(folder);
      if (!outside.some((one) => isWithin(one, real))) return real;
    } catch (error) {
      if (!isSystemError(error, 'ENOENT', 'ENOTDIR', 'EACCES')) throw error;
    }
  }
  throw unavailable('no_private_folder', tmpdir());
}

function removerOf(top: string): ChildProcess {
  // Commands that were killed with us may still be writing for a moment.
  const script =
    'read -r _; chmod -R u+rwX "$0" 2>/dev/null; for _ in 1 2 3 4 5 6 7 8 9; do rm -rf -- "$0" && exit; sleep 0.1; done';
  const remover = spawn('/bin/sh', ['-c', script, top], {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  remover.unref();
  return remover;
}

function removed(remover: ChildProcess): Promise<void> {
  if (remover.exitCode !== null || remover.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    remover.ref();
    remover.once('exit', () => resolve());
    remover.stdin?.on('error', () => {});
    remover.stdin?.end();
  });
}
