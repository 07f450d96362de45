// The lines of an open file, split on LF alone and read in chunks: U+2028 and a lone CR are ordinary characters.

import { isAscii, isUtf8 } from 'node:buffer';
import { readSync } from 'node:fs';

export interface Line {
  /** Where the line begins in the file. */
  readonly offset: number;
  /** How many bytes it has, without its LF. */
  readonly length: number;
  /** The line without its LF, unless there is a fault. */
  readonly text: string;
  readonly fault: LineFault | undefined;
  /** Whether the LF was there; only the last line can lack it. */
  readonly ended: boolean;
  /** The bytes that it was read from begin there in `chunk`, until the next lines are read. They may be changed. */
  readonly start: number;
  readonly chunk: Buffer;
}

export type LineFault = 'too_long' | 'invalid_utf8';

export interface LineLimits {
  readonly chunkBytes?: number;
  /** Where to read into, by whoever reads many files one after the other; `chunkBytes` is its length then. */
  readonly into?: Buffer;
  /** A longer line is told of, but not held in memory. */
  readonly longestLine?: number;
  /** Where the first line begins. */
  readonly from?: number;
}

const LF = 0x0a;

/** Line by line. */
export function* readLines(descriptor: number, limits: LineLimits = {}): Generator<Line, void> {
  for (const lines of readLineBatches(descriptor, limits)) yield* lines;
}

/** As many lines at a time as are read at once, for those who read hundreds of thousands. */
export function* readLineBatches(
  descriptor: number,
  limits: LineLimits = {},
): Generator<readonly Line[], void> {
  const { chunkBytes = 1 << 16, longestLine = 1 << 27, from = 0, into } = limits;
  let held: Buffer = into ?? Buffer.allocUnsafe(chunkBytes);
  let heldBytes = 0;
  /** Bytes of the line at `offset` that were too many to hold. */
  let dropped = 0;
  let offset = from;
  for (;;) {
    if (heldBytes === held.length) held = grown(held);
    const read = readSync(descriptor, held, heldBytes, held.length - heldBytes, offset + dropped + heldBytes);
    if (read === 0) break;
    const filled = heldBytes + read;
    const whole = heldBytes + held.subarray(heldBytes, filled).lastIndexOf(LF) + 1;
    let start = 0;
    if (whole > heldBytes) {
      if (dropped > 0) {
        start = held.indexOf(LF) + 1;
        const length = dropped + start - 1;
        yield [tooLong(offset, length, true)];
        offset += length + 1;
        dropped = 0;
      }
      yield linesIn(held.subarray(start, whole), offset, longestLine);
      offset += whole - start;
      start = whole;
    }
    heldBytes = filled - start;
    if (dropped > 0 || heldBytes > longestLine) {
      dropped += heldBytes;
      heldBytes = 0;
    } else if (start > 0) {
      held.copyWithin(0, start, filled);
    }
  }
  if (dropped > 0) yield [tooLong(offset, dropped, false)];
  else if (heldBytes > 0) yield [lineOf(held.subarray(0, heldBytes), offset, longestLine, false)];
}

/** Decodes many lines at once, which is much faster than one by one; only a fault makes it look at each. */
function linesIn(chunk: Buffer, offset: number, longestLine: number): Line[] {
  if (chunk.length > longestLine) return linesOneByOne(chunk, offset, longestLine);
  const allAscii = isAscii(chunk);
  if (!allAscii && !isUtf8(chunk)) return linesOneByOne(chunk, offset, longestLine);
  const lines: Line[] = [];
  const text = chunk.toString(allAscii ? 'latin1' : 'utf8');
  let place = 0;
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
    const line = text.slice(start, end);
    const length = allAscii ? line.length : Buffer.byteLength(line);
    lines.push({
      offset: offset + place,
      length,
      text: line,
      fault: undefined,
      ended: true,
      start: place,
      chunk,
    });
    place += length + 1;
    start = end + 1;
  }
  return lines;
}

function linesOneByOne(whole: Buffer, offset: number, longestLine: number): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (let end = whole.indexOf(LF); end !== -1; end = whole.indexOf(LF, start)) {
    lines.push(lineOf(whole.subarray(start, end), offset + start, longestLine, true));
    start = end + 1;
  }
  return lines;
}

function lineOf(bytes: Buffer, offset: number, longestLine: number, ended: boolean): Line {
  const { length } = bytes;
  const fault = length > longestLine ? 'too_long' : isUtf8(bytes) ? undefined : 'invalid_utf8';
  const text = fault === undefined ? bytes.toString() : '';
  return { offset, length, text, fault, ended, start: 0, chunk: bytes };
}

function tooLong(offset: number, length: number, ended: boolean): Line {
  return { offset, length, text: '', fault: 'too_long', ended, start: 0, chunk: Buffer.alloc(0) };
}

function grown(buffer: Buffer): Buffer {
  const larger = Buffer.allocUnsafe(buffer.length * 2);
  buffer.copy(larger);
  return larger;
}
