// A file system that is soon full, for a database's data. Only root may mount one.

import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, realpathSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSystemError } from '../../../src/protocol/failure.js';

export interface SmallDisk {
  readonly folder: string;
  fill(): void;
  free(): void;
  close(): void;
}

export const canMount = process.getuid?.() === 0;

export function smallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'ctx-small-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill() {
      const file = openSync(ballast, 'w');
      try {
        for (const size of [1 << 20, 1 << 12, 1]) writeUntilFull(file, Buffer.alloc(size));
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast, { force: true }),
    close() {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function writeUntilFull(file: number, bytes: Buffer): void {
  try {
    for (;;) writeSync(file, bytes);
  } catch (error) {
    if (!isSystemError(error, 'ENOSPC')) throw error;
  }
}
