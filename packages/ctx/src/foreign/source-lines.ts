// The lines of a file that somebody else writes, from a place in it up to the size that it had, with a digest of what was read.

import { isUtf8 } from 'node:buffer';
import type { Hash } from 'node:crypto';
import { readSync } from 'node:fs';
import { digestMade, digestOf, hashPart, newHash } from '../disk/digest.js';

export interface SourceLine {
  readonly start: number;
  /** Behind its line break. */
  readonly end: number;
  /** Nothing where it is too long to hold, or is not UTF-8. */
  readonly text: string | undefined;
  readonly fault: 'too_long' | 'invalid_utf8' | undefined;
  /** Of its bytes; made when it is asked for, except of a line that was too long to hold. */
  digest(): string;
  /** Whether its line break was there. */
  readonly ended: boolean;
}

/** A line that is longer is kept by its digest alone. */
const longestLine = 1 << 26;
const chunkBytes = 1 << 20;
const LF = 0x0a;

/** `hash` takes all bytes that were read. */
export function* sourceLines(
  descriptor: number,
  from: number,
  to: number,
  hash?: Hash,
  longest = longestLine,
): Generator<SourceLine, void> {
  let room: Buffer = Buffer.allocUnsafeSlow(chunkBytes);
  let held = 0;
  let offset = from;
  /** Of a line that is too long: its bytes so far. */
  let long: { readonly hash: Hash; bytes: number } | undefined;
  for (let place = from; place < to; ) {
    if (held === room.length) room = larger(room);
    const read = readSync(
      descriptor,
      room,
      held,
      Math.min(room.length - held, chunkBytes, to - place),
      place,
    );
    if (read === 0) break;
    hash?.update(room.subarray(held, held + read));
    place += read;
    const filled = held + read;
    let begin = 0;
    for (let lf = room.indexOf(LF, held); lf !== -1 && lf < filled; lf = room.indexOf(LF, begin)) {
      if (long !== undefined) {
        long.hash.update(room.subarray(begin, lf));
        const bytes = long.bytes + lf - begin;
        yield longLine(offset, bytes, long.hash, true);
        offset += bytes + 1;
        long = undefined;
      } else {
        yield lineOf(room.subarray(begin, lf), offset, true);
        offset += lf - begin + 1;
      }
      begin = lf + 1;
      if (begin >= filled) break;
    }
    const rest = filled - begin;
    if (long !== undefined || rest > longest) {
      long ??= { hash: newHash(), bytes: 0 };
      long.hash.update(room.subarray(begin, filled));
      long.bytes += rest;
      held = 0;
    } else {
      room.copyWithin(0, begin, filled);
      held = rest;
    }
  }
  if (long !== undefined) yield longLine(offset, long.bytes, long.hash, false);
  else if (held > 0) yield lineOf(room.subarray(0, held), offset, false);
}

function lineOf(bytes: Buffer, start: number, ended: boolean): SourceLine {
  const end = start + bytes.length + Number(ended);
  if (isUtf8(bytes)) {
    const text = withoutMark(bytes.toString(), start);
    return { start, end, text, fault: undefined, ended, digest: () => digestOf(text) };
  }
  // The buffer is used again for the next line.
  const digest = digestOf(bytes);
  return { start, end, text: undefined, fault: 'invalid_utf8', ended, digest: () => digest };
}

/** Editors put a mark of the byte order before the first line. */
function withoutMark(text: string, start: number): string {
  return start === 0 && text.startsWith('\ufeff') ? text.slice(1) : text;
}

function longLine(start: number, bytes: number, hash: Hash, ended: boolean): SourceLine {
  const digest = digestMade(hash);
  return {
    start,
    end: start + bytes + Number(ended),
    text: undefined,
    fault: 'too_long',
    ended,
    digest: () => digest,
  };
}

function larger(room: Buffer): Buffer {
  const next = Buffer.allocUnsafeSlow(room.length * 2);
  room.copy(next);
  return next;
}

/** The digest of a part of a file; nothing where the file is shorter. */
export function digestOfPart(descriptor: number, from: number, to: number): string | undefined {
  const hash = newHash();
  return hashPart(hash, descriptor, from, to) === to - from ? digestMade(hash) : undefined;
}
