// Output that has to arrive whole, for a reader that may be slow: the command goes on meanwhile. What waits beyond a bound
// lies in a file without a name.

import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nonce } from '../disk/nonce.js';
import { pauseEverything } from '../disk/pause.js';
import { whileSignalsEndUs } from '../disk/while-signals-end-us.js';
import { isSystemError } from '../protocol/system-error.js';
import { neverWaits } from './never-waits.js';

export interface Spool {
  write(text: string): void;
  /** Waits until all of it is with the reader. */
  drain(): void;
}

const mostInMemory = 1 << 20;
const retryMs = 20;

/** `onLost` gets what writing failed with: a reader that has gone, a full device. */
export function spoolTo(descriptor: number, onLost: (error: unknown) => void): Spool | undefined {
  const own = neverWaits(descriptor);
  if (own === undefined) return undefined;
  let waiting: Buffer[] = [];
  let bytes = 0;
  let file: Overflow | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isLost = false;
  let problem: { readonly error: unknown } | undefined;

  const goesOut = (): boolean => {
    try {
      for (;;) {
        const next = waiting[0] ?? file?.next();
        if (next === undefined) return true;
        if (waiting.length === 0) {
          waiting.push(next);
          bytes += next.length;
        }
        const written = writeSync(own.descriptor, next);
        bytes -= written;
        if (written === next.length) waiting.shift();
        else waiting[0] = next.subarray(written);
      }
    } catch (error) {
      if (isSystemError(error, 'EAGAIN')) return false;
      isLost = true;
      waiting = [];
      problem = { error };
      return true;
    }
  };
  const tell = () => {
    const told = problem;
    problem = undefined;
    if (told !== undefined) onLost(told.error);
  };
  const pump = () => {
    timer = undefined;
    if (isLost) return;
    if (goesOut()) {
      // Nobody calls us here who could answer for a failure: whoever writes next does.
      if (isSystemError(problem?.error, 'EPIPE')) tell();
      return;
    }
    timer = setTimeout(pump, retryMs);
    timer.unref();
  };
  const drain = () => {
    if (!isLost && !goesOut())
      whileSignalsEndUs(() => {
        while (!goesOut()) pauseEverything(5);
      });
    tell();
  };

  return {
    write(text) {
      tell();
      if (isLost || text === '') return;
      const more = Buffer.from(text);
      if (bytes + more.length <= mostInMemory && (file === undefined || file.isEmpty())) {
        waiting.push(more);
        bytes += more.length;
      } else {
        file ??= overflow();
        // Where nothing can be kept, the reader is waited for: nothing is lost.
        if (!file.add(more)) {
          drain();
          waiting.push(more);
          bytes += more.length;
        }
      }
      if (timer === undefined) pump();
      tell();
    },
    drain,
  };
}

interface Overflow {
  /** False where it could not be kept. */
  add(bytes: Buffer): boolean;
  next(): Buffer | undefined;
  isEmpty(): boolean;
}

function overflow(): Overflow {
  const chunk = 1 << 16;
  let descriptor: number | undefined;
  let read = 0;
  let written = 0;
  const opened = () => {
    const path = join(tmpdir(), `ctx-output-${nonce()}`);
    const made = openSync(path, 'wx+', 0o600);
    rmSync(path, { force: true });
    return made;
  };
  const isEmpty = () => read === written;
  return {
    isEmpty,
    add(bytes) {
      try {
        descriptor ??= opened();
        for (let done = 0; done < bytes.length; )
          done += writeSync(descriptor, bytes, done, bytes.length - done, written + done);
        written += bytes.length;
        return true;
      } catch {
        return false;
      }
    },
    next() {
      if (descriptor === undefined || isEmpty()) return undefined;
      const piece = Buffer.alloc(Math.min(chunk, written - read));
      const length = readSync(descriptor, piece, 0, piece.length, read);
      read += length;
      if (isEmpty()) {
        closeSync(descriptor);
        descriptor = undefined;
        read = 0;
        written = 0;
      }
      return piece.subarray(0, length);
    },
  };
}
