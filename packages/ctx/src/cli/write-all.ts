// All of a text to a descriptor, at once: a pipe that is full for the moment is waited for.

import { writeSync } from 'node:fs';
import { pauseEverything } from '../disk/pause.js';
import { isSystemError } from '../protocol/system-error.js';

export function writeAll(fd: number, text: string) {
  let bytes = Buffer.from(text);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(fd, bytes));
    } catch (error) {
      if (!isSystemError(error, 'EAGAIN')) throw error;
      pauseEverything(1);
    }
  }
}
