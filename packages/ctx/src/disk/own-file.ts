// A file in the user's own config folder: read only if nobody else can have had a hand in it, changed under a lock.

import { closeSync, fstatSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure, isSystemError } from '../protocol/failure.js';
import { writeAtomically } from './atomic.js';
import { makeFolders } from './folders.js';
import { openRegularFile } from './read.js';
import { diskTrouble, writeFailure } from './system-errors.js';
import { whileLocked } from './while-locked.js';

export interface OwnFile {
  readonly path: string;
  /** What others on this machine must not be able to do with it. */
  readonly withheld: 'read' | 'change';
  readonly unusable: (reason: string, cause?: unknown) => Failure;
}

const largest = 8 * 1024 * 1024;
const patienceMs = 10_000;
const modeBits = { read: 0o077, change: 0o022 };

/** Nothing where there is no such file. */
export function readOwnFile({ path, withheld, unusable }: OwnFile): string | undefined {
  try {
    const descriptor = openRegularFile(path);
    try {
      const { uid, mode, size } = fstatSync(descriptor);
      const us = process.getuid?.();
      if (us !== undefined && ((uid !== us && uid !== 0) || (mode & modeBits[withheld]) !== 0))
        throw unusable(`others on this machine can ${withheld} it; \`chmod 600\` it`);
      if (size > largest) throw unusable('it is too large');
      return readFileSync(descriptor, 'utf8');
    } finally {
      closeSync(descriptor);
    }
  } catch (cause) {
    if (isSystemError(cause, 'ENOENT')) return undefined;
    if (cause instanceof Failure) throw cause;
    throw unusable(diskTrouble(cause) ?? (cause instanceof Error ? cause.message : String(cause)), cause);
  }
}

/** `make` reads what is there and says what is to be there: nobody else writes in between. */
export async function changeOwnFile(path: string, make: () => object): Promise<void> {
  try {
    makeFolders(dirname(path), 0o700);
  } catch (error) {
    throw writeFailure(error, dirname(path));
  }
  await whileLocked({ lockFile: `${path}.lock`, target: path, patienceMs }, () => {
    writeAtomically(path, `${JSON.stringify(make(), null, 2)}\n`, 0o600);
  });
}
