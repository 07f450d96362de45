// A small file that only saves work, written in its place: whoever reads it has to see whether it is whole.

import { closeSync, constants, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';

/** A file that is cut to nothing first is written out to the disk by some file systems before anybody goes on. */
export function writeOver(path: string, text: string): void {
  const { O_WRONLY, O_CREAT, O_NOFOLLOW = 0 } = constants;
  const descriptor = openSync(path, O_WRONLY | O_CREAT | O_NOFOLLOW, 0o600);
  try {
    const bytes = Buffer.from(text);
    writeSync(descriptor, bytes, 0, bytes.length, 0);
    if (fstatSync(descriptor).size > bytes.length) ftruncateSync(descriptor, bytes.length);
  } finally {
    closeSync(descriptor);
  }
}
