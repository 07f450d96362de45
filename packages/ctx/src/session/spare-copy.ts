// What a session's log holds, once more, in a file that has no name: whoever cuts the log off does not reach it.

import { closeSync, openSync, readSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nonce } from '../disk/nonce.js';
import { writeAll } from '../disk/write-all.js';

/** Of a larger log that is opened again, only what is appended is copied: the rest would take too long. */
const largestCopied = 1 << 26;

export interface SpareCopy {
  /** How many bytes of the log stand before what is copied. */
  readonly missing: number;
  add(bytes: Uint8Array): void;
  /** Writes all that was added into `descriptor`, from `offset` on. False where the copy is not whole. */
  copyTo(descriptor: number, offset: number): boolean;
  close(): void;
}

/** Where no such file can be made or filled, there is no spare copy, and the log itself is all there is. */
export function newSpareCopy(log: number, bytesBefore: number): SpareCopy {
  let file = openNameless();
  let bytesAdded = 0;
  if (file !== undefined && bytesBefore <= largestCopied) bytesAdded = copiedWhole(log, bytesBefore, file);
  const close = () => {
    if (file !== undefined) closeSync(file);
    file = undefined;
  };
  return {
    missing: bytesBefore - bytesAdded,
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

/** For a log whose content can be had again from elsewhere. */
export function noSpareCopy(bytesBefore: number): SpareCopy {
  return { missing: bytesBefore, add: () => {}, copyTo: () => false, close: () => {} };
}

/** All of it, or nothing. */
function copiedWhole(log: number, bytes: number, file: number): number {
  try {
    return copyBytes(log, bytes, file, 0) === bytes ? bytes : 0;
  } catch {
    return 0;
  }
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
