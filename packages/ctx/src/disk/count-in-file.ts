// How often some bytes stand in an open file, however long it is.

import { readSync } from 'node:fs';

const chunkBytes = 1 << 22;

export function countInFile(descriptor: number, wanted: Buffer): number {
  const buffer = Buffer.allocUnsafe(chunkBytes);
  let count = 0;
  let kept = 0;
  for (let position = 0; ; ) {
    const read = readSync(descriptor, buffer, kept, buffer.length - kept, position);
    if (read === 0) return count;
    position += read;
    const filled = buffer.subarray(0, kept + read);
    let behind = 0;
    for (let at = filled.indexOf(wanted); at !== -1; at = filled.indexOf(wanted, behind)) {
      count += 1;
      behind = at + wanted.length;
    }
    // The wanted bytes may begin in this chunk and end in the next one.
    kept = Math.min(filled.length - behind, wanted.length - 1);
    buffer.copyWithin(0, filled.length - kept, filled.length);
  }
}
