// All of stdin, within a limit: a pipe may never end, and may be opened so that reading it does not wait.

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { fail } from '../protocol/codes.js';
import { isSystemError } from '../protocol/failure.js';
import { pauseEverything } from './pause.js';
import { diskTrouble, readFailure } from './system-errors.js';
import { whileSignalsEndUs } from './while-signals-end-us.js';

/** What is too much is counted so far, to say how much it was. */
const mostCounted = 1 << 26;

/** All of stdin, of which no more is kept than is allowed. */
export function readStdin(
  what: string,
  limit: number,
  descriptor = 0,
  /** Called each time that nothing is there yet. */
  onWaiting?: () => void,
): Buffer {
  const kept: Buffer[] = [];
  let bytes = 0;
  const chunk = Buffer.allocUnsafe(1 << 16);
  const unwaited = onWaiting === undefined ? undefined : withoutWaiting(descriptor);
  const next = () => readSome(chunk, unwaited ?? descriptor, onWaiting);
  whileSignalsEndUs(() => {
    for (let read = next(); read > 0; read = next()) {
      bytes += read;
      // A pipe may never end, and then nobody learns its size.
      if (bytes > limit + mostCounted) break;
      if (bytes <= limit) kept.push(Buffer.from(chunk.subarray(0, read)));
    }
  });
  if (unwaited !== undefined) closeSync(unwaited);
  if (bytes > limit) throw fail('text_too_large', { operation: 'read', target: what, bytes, limit });
  return Buffer.concat(kept);
}

/** The same pipe, opened so that reading does not wait; nothing where it is none, or there is no such way. */
function withoutWaiting(descriptor: number): number | undefined {
  try {
    if (!fstatSync(descriptor).isFIFO()) return undefined;
    return openSync(`/proc/self/fd/${descriptor}`, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (diskTrouble(error) === undefined) throw error;
    return undefined;
  }
}

function readSome(chunk: Buffer, descriptor: number, onWaiting?: () => void): number {
  for (;;) {
    try {
      return readSync(descriptor, chunk);
    } catch (error) {
      if (isSystemError(error, 'EOF')) return 0;
      if (!isSystemError(error, 'EAGAIN')) throw readFailure(error, 'stdin');
      // A pipe whose other end writes later, opened not to block.
      onWaiting?.();
      pauseEverything(5);
    }
  }
}
