// All of a text to a descriptor, at once: a pipe that is full for the moment is waited for.

import { writeSync } from 'node:fs';
import { isSystemError } from '../protocol/system-error.js';

export function writeAll(fd: number, text: string) {
  let bytes = Buffer.from(text);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(fd, bytes));
    } catch (error) {
      if (!isSystemError(error, 'EAGAIN')) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
