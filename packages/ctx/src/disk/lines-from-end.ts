// The last lines of an open file, last first, read no further back than they are asked for.

import { readSync } from 'node:fs';

const LF = 0x0a;

/**
 * The whole lines of a file of `size` bytes, from its end backwards, without their LF; what follows the last LF is left
 * out. Looks at no more than `furthest` bytes, and returns whether it came to the file's beginning.
 */
export function* linesFromEnd(
  descriptor: number,
  size: number,
  furthest: number,
): Generator<Buffer, boolean> {
  let reach = Math.min(size, furthest, 1 << 14);
  let start = size - reach;
  let buffer = readAt(descriptor, start, reach);
  /** Where the LF of the next line to give stands; the lines behind it have been given. */
  let end = start + buffer.lastIndexOf(LF);
  let found = end >= start;
  for (;;) {
    while (found) {
      const before = end === start ? -1 : buffer.lastIndexOf(LF, end - start - 1);
      if (before === -1 && start > 0) break;
      yield buffer.subarray(before + 1, end - start);
      if (before === -1) return true;
      end = start + before;
    }
    if (start === 0 || reach === furthest) return start === 0;
    reach = Math.min(size, furthest, reach * 8);
    start = size - reach;
    buffer = readAt(descriptor, start, reach);
    if (!found) {
      end = start + buffer.lastIndexOf(LF);
      found = end >= start;
    }
  }
}

function readAt(descriptor: number, position: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const read = readSync(descriptor, buffer, done, length - done, position + done);
    if (read === 0) break;
    done += read;
  }
  return buffer.subarray(0, done);
}
