// What a writer has appended, once more, in a file that has no name: whoever cuts the log off does not reach it.

import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nonce } from '../disk/nonce.js';

export interface SpareCopy {
  add(bytes: Uint8Array): void;
  /** Writes all that was added into `descriptor`, from `offset` on. False where the copy is not whole. */
  copyTo(descriptor: number, offset: number): boolean;
  close(): void;
}

/** Where no such file can be made or filled, there is no spare copy, and the log itself is all there is. */
export function newSpareCopy(): SpareCopy {
  let file = openNameless();
  let bytesAdded = 0;
  const close = () => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };
  return {
    add(bytes) {
      if (file === undefined) return;
      try {
        writeAll(file, bytes, bytesAdded);
        bytesAdded += bytes.length;
      } catch {
        close();
      }
    },
    copyTo(descriptor, offset) {
      if (file === undefined) return false;
      return copyBytes(file, bytesAdded, descriptor, offset) === bytesAdded;
    },
    close,
  };
}

function openNameless(): number | undefined {
  const path = join(tmpdir(), `ctx-${nonce()}.tmp`);
  try {
    const descriptor = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    return descriptor;
  } catch {
    return undefined;
  }
}

/** The first `most` bytes of a file into another one; how many there were. */
export function copyBytes(from: number, most: number, to: number, offset: number): number {
  const chunk = Buffer.alloc(Math.min(most, 1 << 20));
  let done = 0;
  while (done < most) {
    const read = readSync(from, chunk, 0, Math.min(chunk.length, most - done), done);
    if (read === 0) break;
    writeAll(to, chunk.subarray(0, read), offset + done);
    done += read;
  }
  return done;
}

function writeAll(descriptor: number, bytes: Uint8Array, offset: number): void {
  for (let written = 0; written < bytes.length; )
    written += writeSync(descriptor, bytes, written, bytes.length - written, offset + written);
}
