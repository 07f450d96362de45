// Ranges of the index file, read when they are asked for and checked block by block.

import { closeSync, fstatSync, readSync } from 'node:fs';
import { blockBytes, checksum, decodeHead, headBytes, type SectionName, type Sections } from './format.js';

/** Bytes of checksums that are read together. */
const sumsAtOnce = 16_384;

/** The index cannot be used as it is; the message says why. */
export class DamagedIndex extends Error {
  override readonly name = 'DamagedIndex';
}

export interface IndexBytes {
  /** A range of a section; asking beyond its end is a sign of damage. */
  read(section: SectionName, offset: number, length: number): Buffer;
  lengthOf(section: SectionName): number;
  /** Checks every block of the file, not only those that were read. */
  verifyAll(): void;
  close(): void;
}

export interface Storage {
  readonly size: number;
  /** Fills the buffer from this place on; returns how much there was. */
  fill(buffer: Buffer, position: number): number;
  close(): void;
}

export function fileStorage(descriptor: number): Storage {
  return {
    size: fstatSync(descriptor).size,
    fill(buffer, position) {
      let done = 0;
      while (done < buffer.length) {
        const read = readSync(descriptor, buffer, done, buffer.length - done, position + done);
        if (read === 0) break;
        done += read;
      }
      return done;
    },
    close: () => closeSync(descriptor),
  };
}

export function memoryStorage(bytes: Buffer): Storage {
  return {
    size: bytes.length,
    fill: (buffer, position) => bytes.copy(buffer, 0, position, position + buffer.length),
    close: () => undefined,
  };
}

export function openBytes(storage: Storage): IndexBytes {
  const head = Buffer.alloc(Math.min(headBytes, storage.size));
  storage.fill(head, 0);
  const decoded = decodeHead(head, storage.size);
  if ('problem' in decoded) throw new DamagedIndex(decoded.problem);
  return checkedBytes(storage, decoded.sections);
}

/** Room for blocks, cut from larger pieces: many small buffers cost more than what is read into them. */
function buffers(): (length: number) => Buffer {
  let piece = Buffer.alloc(0);
  let used = 0;
  return (length) => {
    if (length > blockBytes) return Buffer.allocUnsafe(length);
    if (used + blockBytes > piece.length) [piece, used] = [Buffer.allocUnsafeSlow(64 * blockBytes), 0];
    const cut = piece.subarray(used, used + length);
    used += blockBytes;
    return cut;
  };
}

function checkedBytes(storage: Storage, sections: Sections): IndexBytes {
  const { offset: sumsAt, length: sumsLength } = sections.checksums;
  const sumBlocks = new Map<number, Buffer>();
  const blocks = new Map<number, Buffer>();
  const room = buffers();
  const sumOf = (block: number): number => {
    const group = Math.floor((block * 4) / sumsAtOnce);
    let sums = sumBlocks.get(group);
    if (sums === undefined) {
      sums = Buffer.alloc(Math.max(0, Math.min(sumsAtOnce, sumsLength - group * sumsAtOnce)));
      storage.fill(sums, sumsAt + group * sumsAtOnce);
      sumBlocks.set(group, sums);
    }
    const at = block * 4 - group * sumsAtOnce;
    if (at + 4 > sums.length) throw new DamagedIndex('it has too few checksums');
    return sums.readUInt32LE(at);
  };
  /** Reads several neighbouring blocks in one go. */
  const load = (first: number, last: number) => {
    const start = first * blockBytes;
    const bytes = room(Math.min(sumsAt, (last + 1) * blockBytes) - start);
    if (storage.fill(bytes, start) !== bytes.length) throw new DamagedIndex('it ends too early');
    for (let block = first; block <= last; block++) {
      const from = (block - first) * blockBytes;
      const to = Math.min(from + blockBytes, bytes.length);
      if (checksum(bytes, from, to) !== sumOf(block)) throw new DamagedIndex(`block ${block} is damaged`);
    }
    return bytes;
  };
  return {
    read(section, offset, length) {
      const { offset: base, length: whole } = sections[section];
      if (offset < 0 || length < 0 || offset + length > whole) {
        throw new DamagedIndex(`${section} is shorter than what refers to it`);
      }
      if (length === 0) return Buffer.alloc(0);
      const first = Math.floor((base + offset) / blockBytes);
      const last = Math.floor((base + offset + length - 1) / blockBytes);
      const kept = first === last ? blocks.get(first) : undefined;
      const bytes = kept ?? load(first, last);
      if (first === last) blocks.set(first, bytes);
      const at = base + offset - first * blockBytes;
      return bytes.subarray(at, at + length);
    },
    lengthOf: (section) => sections[section].length,
    verifyAll() {
      for (let first = 0; first * blockBytes < sumsAt; first += 256) {
        load(first, Math.min(first + 255, Math.ceil(sumsAt / blockBytes) - 1));
      }
    },
    close: () => storage.close(),
  };
}
