// A folder of temporary files in memory, for a test run: tests make and remove a hundred thousand small files and wait for
// the disk at each fsync, which is a third of their time. The folder is mounted in a namespace of the run's own, so it is
// gone with the last of its processes, however they end. Where that cannot be, temporary files go where they always do.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What the tests have in there at once stays far below it, and so does what they use besides. */
const neededBytes = 4 * 1024 ** 3;

export interface MemoryFolder {
  /** Words that stand in front of the command whose temporary files are in memory. None where that cannot be. */
  readonly before: readonly string[];
  /** Why they are not. */
  readonly without?: string;
  /** To be called when the command has ended. */
  remove(): void;
}

/** `asRoot` stands before whatever mounts. */
export function memoryFolder(asRoot: readonly string[] = [], free = process.availableMemory()): MemoryFolder {
  if (free < neededBytes) return without(`${Math.floor(free / 1024 ** 2)} MB of memory are free`);
  // Short, because paths of sockets must be.
  const folder = mkdtempSync(join(tmpdir(), 'ctx-'));
  const remove = () => rmdirSync(folder);
  const inside = 'mount -t tmpfs -o mode=1777 ctx-tests "$TMPDIR" && exec "$@"';
  const before = [...asRoot, 'env', `TMPDIR=${folder}`, 'unshare', '--mount', 'sh', '-c', inside, 'sh'];
  const [program = '', ...words] = before;
  const { status, stderr, error } = spawnSync(program, [...words, 'true'], { encoding: 'utf8' });
  if (status === 0) return { before, remove };
  remove();
  return without((error?.message ?? stderr).trim().split('\n')[0] ?? '');
}

function without(reason: string): MemoryFolder {
  return { before: [], without: reason, remove: () => {} };
}
