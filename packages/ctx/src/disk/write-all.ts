// All bytes, however few of them the system takes at a time.

import { writeSync } from 'node:fs';

/** At a place in the file, or where the last write ended. */
export function writeAll(descriptor: number, bytes: Uint8Array, offset?: number): void {
  for (let written = 0; written < bytes.length; ) {
    const place = offset === undefined ? undefined : offset + written;
    written += writeSync(descriptor, bytes, written, bytes.length - written, place);
  }
}
