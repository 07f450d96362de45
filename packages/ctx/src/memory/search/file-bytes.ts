// Many files read one after the other into the same memory, which grows to the largest of them.

import { closeSync, fstatSync, readSync } from 'node:fs';
import { openPlainFile } from '../../disk/plain-file.js';

export interface FileBytes {
  readonly path: string;
  /** A view that is only good until the next file is asked for. */
  readonly bytes: Buffer;
}

/** More of one file is not looked at. */
const mostBytes = 1 << 28;

/** A file that cannot be read is left out: a search goes on without it. */
export function* readFiles(paths: readonly string[]): Generator<FileBytes> {
  let room: Buffer = Buffer.allocUnsafeSlow(1 << 18);
  for (const path of paths) {
    const descriptor = openFile(path);
    if (descriptor === undefined) continue;
    try {
      const size = Math.min(fstatSync(descriptor).size, mostBytes);
      if (size > room.length) room = Buffer.allocUnsafeSlow(size);
      yield { path, bytes: room.subarray(0, readAll(descriptor, room, size)) };
    } finally {
      closeSync(descriptor);
    }
  }
}

function openFile(path: string): number | undefined {
  try {
    return openPlainFile(path);
  } catch {
    return undefined;
  }
}

/** As many bytes as there are: a file may be growing, or be cut off, while it is read. */
function readAll(descriptor: number, room: Buffer, size: number): number {
  let done = 0;
  try {
    while (done < size) {
      const read = readSync(descriptor, room, done, size - done, done);
      if (read === 0) break;
      done += read;
    }
  } catch {
    return 0;
  }
  return done;
}
