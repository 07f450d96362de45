// Files read one after the other into the same memory, in pieces that end with a line.

import { closeSync, readSync } from 'node:fs';
import { openProjectFile } from '../../disk/plain-file.js';
import { diskTrouble } from '../../disk/system-errors.js';

export interface FilePiece {
  /** A view that is only good until the next piece is asked for. */
  readonly bytes: Buffer;
  /** Lines of the file before it. */
  readonly linesBefore: number;
}

const smallest = 1 << 18;
/** A line may be longer, and is then read in parts. */
const largest = 1 << 26;
const LF = 0x0a;

export class FileReader {
  #room = Buffer.allocUnsafeSlow(smallest);

  /** Nothing for a file that cannot be opened, or leads out of the folder. Throws what reading it says. */
  open(folder: string, path: string): Generator<FilePiece, void> | undefined {
    try {
      return this.#pieces(openProjectFile(folder, path, Number.POSITIVE_INFINITY));
    } catch (error) {
      if (diskTrouble(error) === undefined) throw error;
      return undefined;
    }
  }

  *#pieces(descriptor: number): Generator<FilePiece, void> {
    try {
      let offset = 0;
      let linesBefore = 0;
      for (;;) {
        const filled = this.#fill(descriptor, offset);
        if (filled === 0) return;
        const isLast = filled < this.#room.length;
        const lastLine = isLast ? 0 : this.#room.lastIndexOf(LF) + 1;
        const bytes = this.#room.subarray(0, lastLine > 0 ? lastLine : filled);
        yield { bytes, linesBefore };
        if (isLast) return;
        linesBefore += countLines(bytes);
        offset += bytes.length;
      }
    } finally {
      closeSync(descriptor);
    }
  }

  /** As many bytes as there are: a file may be growing, or be cut off, while it is read. */
  #fill(descriptor: number, offset: number): number {
    let done = 0;
    for (;;) {
      if (done === this.#room.length) {
        if (done >= largest) return done;
        const larger = Buffer.allocUnsafeSlow(Math.min(largest, done * 4));
        this.#room.copy(larger);
        this.#room = larger;
      }
      const read = readSync(descriptor, this.#room, done, this.#room.length - done, offset + done);
      if (read === 0) return done;
      done += read;
    }
  }
}

export function countLines(bytes: Buffer, before = bytes.length): number {
  let lines = 0;
  for (let lf = bytes.indexOf(LF); lf !== -1 && lf < before; lf = bytes.indexOf(LF, lf + 1)) lines += 1;
  return lines;
}
